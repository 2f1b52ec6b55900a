export const FORM_LIMITS = {
  titleCharacters: 150,
  leadCharacters: 1000,
  consentCharacters: 2000,
  tagCharacters: 50,
} as const
