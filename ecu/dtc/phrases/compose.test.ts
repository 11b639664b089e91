import { expect, test } from 'vitest';
import { loadDescriptions } from '../descriptions.ts';
import { compose } from './compose.ts';
import { readMacedonianNoun, readNoun } from './phrase.ts';
import type { PhraseLanguage } from './phrase.ts';

const describeDtc = await loadDescriptions();

test.each<[string, PhraseLanguage, string]>([
  ['P0031', 'en', 'Oxygen sensor heater, bank 1 sensor 1: control circuit low'],
  ['P0031', 'de', 'Lambdasondenheizung, Bank 1 Sensor 1: Steuerkreis, Spannung zu niedrig'],
  ['P0031', 'mk', 'Греач на ламбда-сондата, банка 1 сензор 1: пренизок напон во управувачкото коло'],
  ['P0031', 'es', 'Calefactor de la sonda lambda, banco 1 sensor 1: tensión baja en el circuito de mando'],
  ['P0031', 'it', 'Riscaldatore della sonda lambda, bancata 1 sensore 1: tensione bassa nel circuito di comando'],
  ['P0031', 'fr', 'Chauffage de la sonde lambda, rangée 1 capteur 1: tension basse du circuit de commande'],
  // A letter stays with its part, whatever the word order of the language.
  ['P0C53', 'en', 'Drive motor A position sensor A: signal too high'],
  ['P0C53', 'de', 'Positionssensor A des Elektromotors A: Signal zu hoch'],
  ['P0C53', 'fr', 'Capteur de position A du moteur électrique de traction A: signal trop haut'],
  // German forms compounds where the words allow it, and otherwise a genitive, with its adjective.
  ['P0118', 'de', 'Kühlmitteltemperatursensor 1: Signal zu hoch'],
  ['P0016', 'de', 'Kurbelwellenstellung und Einlassnockenwelle, Bank 1: Signale stimmen nicht überein'],
  ['C0500', 'es', 'Sensor de velocidad de rueda A, delante izquierda: circuito abierto'],
])('%s in %s', (code, language, text) => {
  expect(describeDtc(code, { language })?.text).toBe(text);
});

const nouns = (german: string, italian: string, french: string) => ({
  en: readNoun('part n'),
  de: readNoun(german),
  mk: readMacedonianNoun('дел[от]'),
  es: readNoun('parte f'),
  it: readNoun(italian),
  fr: readNoun(french),
});

const words = {
  components: new Map([
    ['sensor', nouns('~sensor m', 'sensore m', 'capteur m')],
    ['gas', nouns('Abgas n', 'scarico m', 'huile f')],
    ['pump', nouns('elektrische Pumpe f', 'albero m', 'haute pression f')],
    ['bus', nouns('CAN-Bus/- m', 'specchio m', 'arbre m')],
  ]),
  conditions: new Map([['low', { en: 'low', de: 'low', mk: 'low', es: 'low', it: 'low', fr: 'low' }]]),
};

test.each<[PhraseLanguage, string, string]>([
  ['de', 'gas > sensor', 'Sensor des Abgases: low'],
  ['de', 'pump A > sensor', 'Sensor der elektrischen Pumpe A: low'],
  ['de', 'bus > sensor B', 'CAN-Bus-Sensor B: low'],
  ['it', 'pump > sensor', 'Sensore dell’albero: low'],
  ['it', 'bus > sensor', 'Sensore dello specchio: low'],
  ['fr', 'gas > sensor', 'Capteur de l’huile: low'],
  ['fr', 'pump > sensor', 'Capteur de la haute pression: low'],
  ['fr', 'bus > sensor @c3,cold', 'Capteur de l’arbre, cylindre 3, démarrage à froid: low'],
  ['mk', 'gas > sensor 2', 'Дел 2 на делот: low'],
])('%s: %s', (language, component, text) => {
  expect(compose(words, { component, condition: 'low' }, language)).toBe(text);
});

test('a word missing from the tables throws instead of being left out silently', () => {
  expect(() => compose(words, { component: 'valve', condition: 'low' }, 'en')).toThrow('No such component: valve');
  expect(() => compose(words, { component: 'gas', condition: 'wet' }, 'en')).toThrow('No such condition: wet');
});
