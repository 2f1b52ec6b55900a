declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The parts that tests use. */
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
  }
}
