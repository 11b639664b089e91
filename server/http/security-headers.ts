import helmet from '@fastify/helmet';
import Fastify from 'fastify';
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/** What Google Identity Services needs, and no more: its window reports back, and its frame checks who embeds it. */
const GOOGLE_SIGN_IN = {
  script: ['https://accounts.google.com/gsi/client'],
  style: ['https://accounts.google.com/gsi/style'],
  connect: ['https://accounts.google.com/gsi/'],
  frame: ['https://accounts.google.com/gsi/'],
  opener: 'same-origin-allow-popups',
  referrer: 'strict-origin-when-cross-origin',
} as const;

/** Features of browsers that the portal never uses; a page in a frame cannot use them either. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

type SecurityConfig = Pick<Config, 'publicUrl' | 'google' | 'gainUrl' | 'watchVideoUrl' | 'tutorialVideoUrl'>;

export interface PageContents {
  /** The texts of scripts and style elements that pages of the portal contain. */
  scripts: readonly string[];
  styles: readonly string[];
  /** Addresses that their forms are sent to; one without a scheme is in the portal itself. */
  formTargets: readonly string[];
}

/** Returns the source by which a policy allows one script or style element: the hash of its text. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Policy for replies to calls: they are data, and a browser made to open one as a page may do nothing with it. */
const POLICY_OF_DATA = "default-src 'none';base-uri 'none';frame-ancestors 'none'";

export interface SecurityHeaders {
  ofPages: OutgoingHttpHeaders;
  /** Shorter, because headers are most of a poll that finds nothing new. */
  ofCalls: OutgoingHttpHeaders;
}

/**
 * Computes the security headers of every reply. They are the same for all pages and for all calls, but helmet computes
 * them each time: computed once, they cost nothing.
 */
export async function computeSecurityHeaders(config: SecurityConfig, contents: PageContents): Promise<SecurityHeaders> {
  const probe = Fastify();
  probe.get('/', (_request, reply) => reply.send());
  const { headers: ordinary } = await probe.inject('/');
  await probe.close();
  const guarded = Fastify();
  await guarded.register(helmet, createHelmetOptions(config, contents));
  guarded.get('/', (_request, reply) => reply.send());
  const { headers } = await guarded.inject('/');
  await guarded.close();
  const protecting = Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in ordinary)));
  return {
    ofPages: { ...protecting, 'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ') },
    ofCalls: { ...protecting, 'content-security-policy': POLICY_OF_DATA },
  };
}

function createHelmetOptions(config: SecurityConfig, contents: PageContents) {
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;
  const signIn = config.google === null ? null : GOOGLE_SIGN_IN;
  return {
    // Without https in front, a browser that insists on it could never return.
    hsts: isSecure,
    crossOriginOpenerPolicy: isSecure ? { policy: signIn?.opener ?? ('same-origin' as const) } : false,
    originAgentCluster: isSecure,
    referrerPolicy: { policy: signIn?.referrer ?? ('same-origin' as const) },
    // The same as frame-ancestors, for browsers that do not know it.
    xFrameOptions: { action: 'deny' as const },
    contentSecurityPolicy: { useDefaults: false, directives: directives(config, contents) },
  };
}

function directives(config: SecurityConfig, { scripts, styles, formTargets }: PageContents) {
  const { google, gainUrl, watchVideoUrl, tutorialVideoUrl } = config;
  const signIn = google === null ? null : GOOGLE_SIGN_IN;
  const videos = [watchVideoUrl, tutorialVideoUrl].filter((address) => address !== null);
  const frames = signIn?.frame ?? [];
  return {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    scriptSrc: ["'self'", ...scripts.map(hashSource), ...(signIn?.script ?? [])],
    styleSrc: ["'self'", ...styles.map(hashSource), ...(signIn?.style ?? [])],
    connectSrc: ["'self'", ...(signIn?.connect ?? [])],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    mediaSrc: ["'self'", ...originsOf(videos.filter(isVideoFile))],
    frameSrc: defaultToNone([
      ...originsOf([gainUrl, ...videos.filter((one) => !isVideoFile(one)).map(playerOf)]),
      ...frames,
    ]),
    frameAncestors: ["'none'"],
    formAction: ["'self'", ...originsOf(formTargets.filter(isElsewhere))],
  };
}

const isElsewhere = (address: string) => URL.canParse(address);

const originsOf = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address === null ? [] : new URL(address).origin))),
];

const defaultToNone = (sources: readonly string[]): string[] => (sources.length === 0 ? ["'none'"] : [...sources]);

/**
 * Returns whether the page itself plays this video, a file; others need a frame. The screens agree (web/ui/video.tsx).
 */
const isVideoFile = (address: string): boolean => /\.(mp4|webm|m4v|mov|ogv)$/i.test(new URL(address).pathname);

/** Returns the address that shows a video: one of YouTube is shown by its player, at another address. */
function playerOf(address: string): string {
  const { hostname, pathname, searchParams } = new URL(address);
  const isShort = hostname === 'youtu.be';
  const isLong = hostname === 'youtube.com' || hostname.endsWith('.youtube.com');
  const hasVideo = isShort ? pathname !== '/' : isLong && Boolean(searchParams.get('v'));
  return hasVideo ? 'https://www.youtube-nocookie.com' : address;
}
