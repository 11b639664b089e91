/** What the form holds before anything is entered. */
export const NOTHING = {
  vehicle: '',
  brand: '',
  model: '',
  ecu: '',
  petrol_type: '',
  generation: '',
  gear: '',
  reading_device: '',
  description: '',
  solution_ids: [] as number[],
  dtc_text: '',
};

export type UploadValues = typeof NOTHING;
