export const GB_BYTES = 1024 ** 3

/** Returns bytes of a figure that was typed in GB; null for nothing, undefined for what is no number. */
export function bytesOfGigabytes(typed: string): number | null | undefined {
  const plain = typed.trim().replace(',', '.')
  if (plain === '') return null
  return /^\d{1,6}(\.\d{1,9})?$/.test(plain) ? Math.round(Number(plain) * GB_BYTES) : undefined
}
