/** Where the secrets of an installation lie: texts by name. */
export type SecretStore = {
  /** For people. */
  readonly place: string
  /** Names of all that are there. */
  names: () => Promise<string[]>
  read: (name: string) => Promise<string | undefined>
  /** Makes what is missing. Several nodes may call it at once: one makes it, all get the same. */
  readOrCreate: (name: string, make: () => string | Promise<string>) => Promise<string>
  /** Replaces a text in one step. @param change gets what is there, and the time of the store. */
  replace: (name: string, change: (text: string | undefined, now: Date) => string | Promise<string>) => Promise<void>
  remove: (name: string) => Promise<void>
}
