export { type Trust, isBlocked } from '#vault/sharing/trust.ts'
