/** The zone of a shop that has chosen none (SHOP_TIME_ZONE). */
export const DEFAULT_TIME_ZONE = 'Europe/Skopje';
