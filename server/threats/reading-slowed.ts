/** A detector gives out one file a second to this session, until its person proves who they are. */
export class ReadingSlowed extends Error {
  override readonly name = 'ReadingSlowed'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Unusually many files were read on a new device: confirm on the Security page that it is you')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
