export type Nick = 'elena' | 'jonas' | 'marco' | 'claire' | 'amina' | 'tomasz';

type Customer = {
  username: string;
  full_name: string;
  phone: string;
  country: string;
  status?: 'DEACTIVE';
  verified?: false;
  daysAgo: number;
};

/** Workshops, by the nicknames used in their stories. */
export const CUSTOMERS: Record<Nick, Customer> = {
  elena: {
    username: 'vardar-chip',
    full_name: 'Elena Petrovska',
    phone: '+389 70 555 010',
    country: 'North Macedonia',
    daysAgo: 46,
  },
  jonas: {
    username: 'norrbil',
    full_name: 'Jonas Lindqvist',
    phone: '+46 70 555 0142',
    country: 'Sweden',
    daysAgo: 41,
  },
  marco: {
    username: 'officina-bianchi',
    full_name: 'Marco Bianchi',
    phone: '+39 333 555 0177',
    country: 'Italy',
    daysAgo: 38,
  },
  claire: {
    username: 'atelier-dubois',
    full_name: 'Claire Dubois',
    phone: '+33 6 55 50 01 19',
    country: 'France',
    daysAgo: 30,
  },
  tomasz: {
    username: 'moto-wisla',
    full_name: 'Tomasz Zieliński',
    phone: '+48 605 550 123',
    country: 'Poland',
    status: 'DEACTIVE',
    daysAgo: 35,
  },
  amina: {
    username: 'atlas-diesel',
    full_name: 'Amina Benali',
    phone: '+212 655 550 188',
    country: 'Morocco',
    verified: false,
    daysAgo: 2,
  },
};

type Payment = { to: Nick; credits: number; source: 'Payment' | 'Admin'; daysAgo: number };

export const PAYMENTS: readonly Payment[] = [
  { to: 'elena', credits: 50, source: 'Admin', daysAgo: 45.5 },
  { to: 'elena', credits: 300, source: 'Payment', daysAgo: 45 },
  { to: 'jonas', credits: 60, source: 'Payment', daysAgo: 40.4 },
  { to: 'marco', credits: 200, source: 'Payment', daysAgo: 37.5 },
  { to: 'claire', credits: 150, source: 'Payment', daysAgo: 29.5 },
  { to: 'elena', credits: 100, source: 'Payment', daysAgo: 9 },
];
