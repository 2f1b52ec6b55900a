const UNITS = ['KB', 'MB', 'GB'] as const

/** `900 Bytes`, `4.72 MB`: binary steps, two decimals from KB on, GB at most. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes === 1) return '1 Byte'
  if (sizeBytes < 1024) return `${sizeBytes} Bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log2(sizeBytes) / 10))
  return `${(sizeBytes / 1024 ** power).toFixed(2)} ${UNITS[power - 1]}`
}
