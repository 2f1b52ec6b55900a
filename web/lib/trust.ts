export { type Trust, isBlocked } from '#vault/trust.ts'
