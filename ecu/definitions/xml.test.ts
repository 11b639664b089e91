import { expect, test } from 'vitest';
import { sentence } from '../sentence.ts';
import { findChild, listChildren, readXml, readText } from './xml.ts';
import type { XmlElement } from './xml.ts';

const read = (text: string) => readXml(text) as XmlElement;

test('elements, attributes, texts, numbered characters and CDATA are read; comments and instructions are not', () => {
  const root = read(`<?xml version="1.0"?><!-- <a/> --><Roms a='1' B = "&lt;2&gt; &#176;C &#x3a9;">
    <rom>x<!-- y --><b/>z &amp; w</rom><rom><![CDATA[<raw> & more]]></rom></Roms>`);
  expect(root.name).toBe('roms');
  expect([...root.attributes]).toEqual([
    ['a', '1'],
    ['b', '<2> °C Ω'],
  ]);
  expect(listChildren(root, 'rom').map(({ text }) => text)).toEqual(['xz & w', '<raw> & more']);
  expect(findChild(findChild(root, 'rom')!, 'b')?.children).toEqual([]);
  expect(readText(root, 'none')).toBe('');
});

test('entities of a document type are not resolved, so that none grows and no other file is read', () => {
  const root =
    read(`<!DOCTYPE roms [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
    <roms><rom>&b;&f;</rom></roms>`);
  expect(readText(root, 'rom')).toBe('&b;&f;');
});

test('what editors let pass is read: a stray end, an element left open, text behind the end', () => {
  const root = read('<roms><rom>a</b></rom><rom>b</roms> trailing');
  expect(listChildren(root, 'rom').map(({ text }) => text)).toEqual(['a', 'b']);
});

test('a file nested deeper than definitions are is refused, and so is one that is damaged, with the place', () => {
  expect(readXml('<a>'.repeat(40))).toEqual(sentence('definition_too_large'));
  expect(readXml('<a><b c=1></b></a>')).toEqual(sentence('definition_not_read', { at: '3' }));
  expect(readXml('<a b="1" <c/>')).toEqual(sentence('definition_not_read', { at: '0' }));
  expect(readXml('no element')).toEqual(sentence('definition_not_read', { at: '0' }));
});

test(
  'many elements and unfinished tags take time in proportion to their length, not to its square',
  { timeout: 10_000 },
  () => {
    expect(listChildren(read(`<a>${'<b c="1">x</b>'.repeat(50_000)}</a>`), 'b')).toHaveLength(50_000);
    expect(readXml(`<a ${'b '.repeat(50_000)}>`)).toMatchObject({ code: 'ecu.definition_not_read' });
    expect(readXml(`<a>${'<!--'.repeat(50_000)}`)).toMatchObject({ name: 'a' });
    expect(readXml(`<a>${'<!b>'.repeat(1_000_000)}`)).toMatchObject({ name: 'a' });
    expect(readXml(`<a>${'<!b>'.repeat(1_000_000)}[`)).toMatchObject({ name: 'a' });
  },
);
