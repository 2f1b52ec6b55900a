/**
 * How a VAT number is written, without its country. Of the European Union as its VIES service describes them, and of neighbours whose form is
 * published. Countries that are not here have numbers of many forms.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(?:MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(?:MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/** What numbers of a country begin with, where that is not its code. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL' }

/**
 * Whether a tax number can be one of this country, by how it is written. Nobody is asked whether it was given to somebody.
 * @param country ISO 3166-1 alpha-2
 */
export function isPlausibleTaxNumber(typed: string, country: string): boolean {
  const plain = typed.toUpperCase().replaceAll(/[\s.\-/]/g, '')
  const form = FORMS[country]
  if (!form) return /^[A-Z0-9]{4,30}$/.test(plain) && /\d/.test(plain)
  const prefix = PREFIXES[country] ?? country
  return form.test(plain.startsWith(prefix) ? plain.slice(prefix.length) : plain)
}
