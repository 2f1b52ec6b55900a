export const RATE_DECIMALS = 2
const WHOLE = 10_000n

/**
 * What a partner earns of what a customer pays, rounded to the smallest unit of the currency, half of one up.
 * `partners.commission_of` in SQL is tested equal to it.
 * @param wonMinor what the customer pays, in the smallest unit, not negative
 * @param basisPoints hundredths of a per cent: 1250 is 12.5 %
 */
export function commissionOf(wonMinor: number, basisPoints: number): number {
  return Number((BigInt(wonMinor) * BigInt(basisPoints) + WHOLE / 2n) / WHOLE)
}
