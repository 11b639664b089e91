import type { TextInEach } from '../../contract/languages.ts';
import type { FileFieldName } from './file-fields.ts';

interface FileFieldLabels {
  /** The label in the upload form. */
  form: TextInEach;
  /** The label on the file's page; when omitted, as in the form. */
  card?: TextInEach;
  /** Text below the control. */
  hint?: TextInEach;
}

/**
 * The labels of each field in every language: a new field is named only in this file. The English labels of the cards
 * come from the specification.
 */
export const FILE_FIELD_LABELS: Record<FileFieldName, FileFieldLabels> = {
  vehicle: {
    form: { en: 'Vehicle', de: 'Fahrzeug', mk: 'Возило', es: 'Vehículo', it: 'Veicolo', fr: 'Véhicule' },
    card: { en: 'Type', de: 'Typ', mk: 'Тип', es: 'Tipo', it: 'Tipo', fr: 'Type' },
  },
  brand: {
    form: { en: 'Brand', de: 'Marke', mk: 'Марка', es: 'Marca', it: 'Marca', fr: 'Marque' },
  },
  model: {
    form: {
      en: 'ECU model',
      de: 'ECU-Modell',
      mk: 'Модел на ECU',
      es: 'Modelo de ECU',
      it: 'Modello ECU',
      fr: 'Modèle d’ECU',
    },
    card: { en: 'Model', de: 'Modell', mk: 'Модел', es: 'Modelo', it: 'Modello', fr: 'Modèle' },
  },
  ecu: {
    form: {
      en: 'ECU information',
      de: 'ECU-Angaben',
      mk: 'Податоци за ECU',
      es: 'Datos de la ECU',
      it: 'Dati ECU',
      fr: 'Informations ECU',
    },
    card: { en: 'ECU', de: 'ECU', mk: 'ECU', es: 'ECU', it: 'ECU', fr: 'ECU' },
  },
  petrol_type: {
    form: { en: 'Petrol type', de: 'Kraftstoff', mk: 'Гориво', es: 'Combustible', it: 'Carburante', fr: 'Carburant' },
    card: { en: 'Petrol Type', de: 'Kraftstoff', mk: 'Гориво', es: 'Combustible', it: 'Carburante', fr: 'Carburant' },
  },
  generation: {
    form: { en: 'Year', de: 'Baujahr', mk: 'Година', es: 'Año', it: 'Anno', fr: 'Année' },
    card: {
      en: 'Generation',
      de: 'Generation',
      mk: 'Генерација',
      es: 'Generación',
      it: 'Generazione',
      fr: 'Génération',
    },
    hint: {
      en: 'Year not listed? Choose the nearest and add the exact year below.',
      de: 'Baujahr nicht dabei? Wählen Sie das nächstliegende und nennen Sie unten das genaue.',
      mk: 'Годината ја нема? Изберете ја најблиската и подолу додајте ја точната.',
      es: '¿No está el año? Elija el más próximo y añada abajo el exacto.',
      it: 'Anno assente? Scegliere il più vicino e aggiungere sotto quello esatto.',
      fr: 'Année absente ? Choisissez la plus proche et ajoutez l’année exacte plus bas.',
    },
  },
  gear: {
    form: { en: 'Gear', de: 'Getriebe', mk: 'Менувач', es: 'Transmisión', it: 'Cambio', fr: 'Boîte' },
  },
  reading_device: {
    form: {
      en: 'Reading device',
      de: 'Auslesegerät',
      mk: 'Уред за читање',
      es: 'Equipo de lectura',
      it: 'Strumento di lettura',
      fr: 'Outil de lecture',
    },
    card: {
      en: 'Reading Device',
      de: 'Auslesegerät',
      mk: 'Уред за читање',
      es: 'Equipo de lectura',
      it: 'Strumento di lettura',
      fr: 'Outil de lecture',
    },
  },
  description: {
    form: {
      en: 'Description',
      de: 'Beschreibung',
      mk: 'Опис',
      es: 'Descripción',
      it: 'Descrizione',
      fr: 'Description',
    },
  },
};

/** Returns the label of a field where its value is shown. */
export const getFileFieldLabel = (name: FileFieldName): TextInEach =>
  FILE_FIELD_LABELS[name].card ?? FILE_FIELD_LABELS[name].form;
