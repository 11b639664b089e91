// Runs in a thread of its own and ends with its only message: the OpenAPI description of every call, as JSON.
import { parentPort, workerData } from 'node:worker_threads';
import { endpoints } from '../../endpoints.ts';
import { describeApi, type ApiFacts } from './openapi.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(JSON.stringify(describeApi(endpoints, workerData as ApiFacts)));
