/** An archive that failed at one of its files; nothing of it was saved. `cause` says why. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
  /** Of the file, within the archive. */
  readonly path: string

  constructor(path: string, cause: unknown) {
    super('one file of the archive failed', { cause })
    this.path = path
  }
}
