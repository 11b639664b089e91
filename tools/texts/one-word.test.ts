import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * One word for each thing in each language, the reader included: what is not said instead, by the word that is. Terms of the ECU and of archives
 * (an `archivio ZIP`) are other things.
 */
const WORDS: Record<string, Record<string, RegExp>> = {
  en: {
    'log in': /\b(sign(ed|s|ing)?[ -]?(in|out)|log(ged)? on)\b/i,
    email: /\be-mail/i,
    order: /\bpurchase order|\bassignment\b/i,
    support: /\bcustomer (service|care)\b|\bhelp ?desk\b/i,
    CRS: /(\}|\d) credits?\b/i,
  },
  de: {
    anmelden: /\b([Ee]in|[Aa]us)(ge)?logg|\b[Ll]og-?in\b/,
    'E-Mail': /\be?mail\b(?<!-mail)/i,
    Auftrag: /\bBestellung/,
    Datei: /\bFiles?\b/,
    Support: /Kundendienst|Kundenbetreuung|Helpdesk/i,
    CRS: /(\}|\d) Credits?\b/,
    Sie: /\b(du|dich|dir|dein\w*)\b/i,
  },
  es: {
    'iniciar sesión': /\b(conectarse|loguear|identificarse|[Ll]ogin)\b/,
    correo: /\be-?mail/i,
    pedido: /\bencargo/i,
    archivo: /\bfichero/i,
    soporte: /\basistencia\b|atención al cliente/i,
    CRS: /(\}|\d) créditos?/i,
    usted: /(?<!\p{L})(tu|tus|tú|te|ti|contigo)(?!\p{L})/iu,
  },
  fr: {
    'se connecter': /\b(s’identifier|ouvrir une session)\b/i,
    'e-mail': /\bcourriel|(?<!e-)\bmails?\b|\bemail/i,
    commande: /\bordre de travail/i,
    support: /\bassistance\b|service client/i,
    CRS: /(\}|\d) crédits?/i,
    vous: /(?<!\p{L})(tu|tes|toi)(?!\p{L})/iu,
  },
  it: {
    accedere: /\b(loggar|effettuare il login)/i,
    'e-mail': /\bposta elettronica|(?<!e-)\bmail\b|\bemail/i,
    ordine: /\bcommessa/i,
    assistenza: /\bsupporto (clienti|tecnico)|(il|al|del|dal) supporto\b/i,
    CRS: /(\}|\d) credit[oi]/i,
    Lei: /\b(tuo|tua|tuoi|tue|hai|puoi|sei)\b/i,
  },
  mk: {
    најава: /логи(н|р)/i,
    'е-адреса': /адрес\p{L}* (на|за) е-пошта/iu,
    'е-пошта': /имејл|и-мејл|мејл|маил/iu,
    нарачка: /порачка(?! од)/iu,
    датотека: /фајл/iu,
    поддршка: /сервис за корисници|помошна служба/iu,
    CRS: /(\}|\d) кредит/iu,
    вие: /(?<!\p{L})(твој\p{L}*|тебе|можеш|имаш)(?!\p{L})/iu,
  },
};

/** The words of Google for its own button. */
const LITERAL = new Set(['accounts.google.signIn']);

test.each(Object.entries(WORDS))('%s has one word for each thing', (language, words) => {
  const texts = JSON.parse(readFileSync(`contract/languages/${language}.json`, 'utf8')) as Record<string, string>;
  const found = Object.entries(texts).flatMap(([key, text]) =>
    Object.entries(words)
      .filter(([, wrong]) => !LITERAL.has(key) && wrong.test(text.replaceAll(/\{\w+\}/g, '{}')))
      .map(([word]) => `${key}: “${word}” in “${text}”`),
  );
  expect(found).toEqual([]);
});
