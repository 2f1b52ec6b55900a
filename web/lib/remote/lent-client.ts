import type { VaultClient } from './vault-client.ts'

const ASKED = 'quantumshield-client-asked'

declare global {
  interface HTMLElementEventMap {
    [ASKED]: CustomEvent<(client: VaultClient) => void>
  }
}

/**
 * Lets the app in `frame` show what this page has open: it works with the client of this page instead of one of its own, so there is no
 * second session, no second set of keys, and nothing that the frame would open itself.
 */
export function lendClient(frame: HTMLIFrameElement, client: VaultClient): void {
  frame.addEventListener(ASKED, ({ detail }) => detail(client))
}

/** The client that the page around this one lends; undefined in every page that is in no frame of its own origin. */
export function borrowedClient({ frameElement }: Pick<Window, 'frameElement'> = window): VaultClient | undefined {
  let lent: VaultClient | undefined
  const take = (client: VaultClient): void => {
    lent = client
  }
  frameElement?.dispatchEvent(new CustomEvent(ASKED, { detail: take }))
  return lent
}
