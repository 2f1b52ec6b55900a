export function findPgbouncer(): string | undefined
export function unpackPgbouncer(): void
