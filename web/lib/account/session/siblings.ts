const CHANNEL = 'quantumshield-tabs'
/** A tab that is awake answers in a few ms; one that sleeps would answer too late to wait for. */
const ANSWER_MS = 400

const NEWS = ['locked', 'unlocked', 'left'] as const
/** `left`: the person signed out. */
type News = (typeof NEWS)[number]
/** Neither token nor key is among it: the secret of `browser-secret.ts` opens nothing alone. */
type Message = { type: News | 'ask' } | { type: 'answer'; secret: string }

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

export type Siblings = {
  tell: (news: News) => void
  onNews: (listener: (news: News) => void) => void
  /** @returns the secret of a tab that has one; null when none answers. */
  askForSecret: () => Promise<string | null>
}

/** The other tabs of this browser. @param ownSecret what this tab answers when another one asks. */
export function createSiblings(
  ownSecret: () => string | null,
  channel: Channel = new BroadcastChannel(CHANNEL),
  answerMs: number = ANSWER_MS,
): Siblings {
  const listeners = new Set<(message: Message) => void>()
  const post = (message: Message) => channel.postMessage(message)

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    if (!message) return
    const secret = message.type === 'ask' ? ownSecret() : null
    if (secret !== null) post({ type: 'answer', secret })
    for (const listener of listeners) listener(message)
  })

  return {
    tell: (type) => post({ type }),
    onNews: (listener) => {
      listeners.add(({ type }) => {
        const news = NEWS.find((one) => one === type)
        if (news) listener(news)
      })
    },
    askForSecret: () =>
      new Promise((resolve) => {
        const settle = (secret: string | null) => {
          clearTimeout(timer)
          listeners.delete(hear)
          resolve(secret)
        }
        const hear = (message: Message) => message.type === 'answer' && settle(message.secret)
        const timer = setTimeout(settle, answerMs, null)
        listeners.add(hear)
        post({ type: 'ask' })
      }),
  }
}

function readMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'answer') {
    return 'secret' in data && typeof data.secret === 'string' ? { type: 'answer', secret: data.secret } : null
  }
  const type = (['ask', ...NEWS] as const).find((one) => one === data.type)
  return type ? { type } : null
}
