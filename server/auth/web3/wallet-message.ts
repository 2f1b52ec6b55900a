/** What both kinds of message say, after reading. Times as they were written. */
export type WalletMessage = {
  domain: string
  address: string
  statement: string | undefined
  uri: string
  version: string
  chainId: string | undefined
  issuedAt: string
  expirationTime: string | undefined
  notBefore: string | undefined
}
