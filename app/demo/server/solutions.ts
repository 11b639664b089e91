type Offered = { name: string; code: string; credits: number; picture: string };

const TUNING: readonly Offered[] = [
  { name: 'Stage 1', code: 'ST1', credits: 60, picture: 'stage-1' },
  { name: 'Stage 2', code: 'ST2', credits: 80, picture: 'stage-2' },
  { name: 'Stage 3', code: 'ST3', credits: 120, picture: 'stage-3' },
  { name: 'Eco Tuning', code: 'ECO', credits: 60, picture: 'eco-tuning' },
  { name: 'Transmission (TCU) tuning', code: 'TCU', credits: 90, picture: 'transmission-tuning' },
  { name: 'Pop & Bang', code: 'POP', credits: 40, picture: 'pop-and-bang' },
  { name: 'Truck power', code: 'TRK', credits: 150, picture: 'truck-power' },
  { name: 'Tractor power', code: 'TRC', credits: 130, picture: 'tractor-power' },
];

const OPTIONS: readonly Offered[] = [
  { name: 'DTC OFF', code: 'DTC', credits: 10, picture: 'dtc-off' },
  { name: 'DPF/FAP OFF', code: 'DPF', credits: 40, picture: 'dpf-off' },
  { name: 'EGR OFF', code: 'EGR', credits: 30, picture: 'egr-off' },
  { name: 'AdBlue/SCR OFF', code: 'SCR', credits: 60, picture: 'adblue-off' },
  { name: 'Lambda OFF', code: 'LAM', credits: 25, picture: 'lambda-off' },
  { name: 'Swirl Flaps OFF', code: 'SWF', credits: 25, picture: 'swirl-flaps-off' },
  { name: 'Start/Stop OFF', code: 'STS', credits: 15, picture: 'start-stop-off' },
  { name: 'Vmax OFF', code: 'VMX', credits: 20, picture: 'vmax-off' },
  { name: 'MAF OFF', code: 'MAF', credits: 25, picture: 'maf-off' },
  { name: 'TVA OFF', code: 'TVA', credits: 25, picture: 'tva-off' },
  { name: 'Immo OFF', code: 'IMO', credits: 50, picture: 'immo-off' },
  { name: 'Launch Control', code: 'LCH', credits: 45, picture: 'launch-control' },
  { name: 'Hardcut Limiter', code: 'HCL', credits: 30, picture: 'hardcut-limiter' },
  { name: 'Cold Start fix', code: 'CST', credits: 20, picture: 'cold-start-fix' },
  { name: 'Hot Start fix', code: 'HST', credits: 20, picture: 'hot-start-fix' },
  { name: 'Readiness calibration', code: 'RDY', credits: 35, picture: 'readiness-calibration' },
  { name: 'Kickdown deactivation', code: 'KDN', credits: 20, picture: 'kickdown-deactivation' },
  { name: 'Sport displays', code: 'SPD', credits: 25, picture: 'sport-displays' },
];

const offer = (type: 'TUNING' | 'OPTION') => (solution: Offered, at: number) => {
  const { picture, ...rest } = solution;
  return { ...rest, type, order_no: at + 1, image_url: `/solutions/${picture}.svg` };
};

/** The catalogue of a portal without one of its own; the pictures are in `web/public/solutions`. */
export const SOLUTIONS = [...TUNING.map(offer('TUNING')), ...OPTIONS.map(offer('OPTION'))];
