export function findFirefox(): string | undefined
export const OLDEST_FIREFOX: number
export function firefoxVersion(file: string): number
