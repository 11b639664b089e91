/** Maximum length of an e-mail address or a user name. */
export const MAX_CONFIRMATION = 254;
