/** Tabs of this browser tell each other by it; the tab of the payment provider has no other way to the one that opened it. */
const CHANNEL = 'quantumshield-billing'

/** Tells the other tabs that the pages of the payment provider were left. */
export function tellBillingReturn(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('returned')
  channel.close()
}

/** @returns ends it. */
export function onBillingReturn(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}
