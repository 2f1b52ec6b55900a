const CHANNEL = 'quantumshield-tabs'
/** A tab that is awake answers in a few ms; one that sleeps would answer too late to wait for. */
const ANSWER_MS = 400

const NEWS = ['locked', 'unlocked', 'left'] as const
/** `left`: the person signed out. */
type News = (typeof NEWS)[number]
const KINDS = ['ask', ...NEWS] as const
/** Neither token nor key is among it: the secret of `keeping.ts` opens nothing alone. */
type Message = { type: (typeof KINDS)[number] } | { type: 'answer'; secret: string }

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

export type Siblings = {
  tell: (news: News) => void
  onNews: (listener: (news: News) => void) => void
  /**
   * Asks the tabs for the secrets that they have, and tries each that answers.
   * @param open undefined where a secret opens nothing. @returns what the first one opened.
   */
  askForSecret: <Opened>(open: (secret: string) => Promise<Opened | undefined>) => Promise<Opened | undefined>
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
    askForSecret: <Opened>(open: (secret: string) => Promise<Opened | undefined>) =>
      new Promise<Opened | undefined>((resolve, reject) => {
        const tried = new Set<string>()
        let turn: Promise<Opened | undefined> = Promise.resolve(undefined)
        const settle = (opened: Opened | undefined) => {
          clearTimeout(timer)
          listeners.delete(hear)
          resolve(opened)
        }
        const hear = (message: Message) => {
          if (message.type !== 'answer' || tried.has(message.secret)) return
          tried.add(message.secret)
          turn = turn.then((opened) => opened ?? open(message.secret))
          turn.then((opened) => opened !== undefined && settle(opened), reject)
        }
        const timer = setTimeout(() => {
          listeners.delete(hear)
          turn.then(settle, reject)
        }, answerMs)
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
  const type = KINDS.find((one) => one === data.type)
  return type ? { type } : null
}
