/** Folder where packages of Debian lie that tests use: nothing of them is installed or started. */
export function unpackedAt(name: string): string
export function unpackPackages(name: string, ...names: string[]): void
