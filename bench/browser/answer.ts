import type { Answer } from './page.ts'

/** Answers each message of the page with what `handle` returns. For workers of the bench. */
export function answerWith(handle: (message: never) => Promise<unknown>): void {
  globalThis.addEventListener('message', (event: MessageEvent) => {
    handle(event.data as never)
      .then((value) => postMessage({ value } satisfies Answer))
      .catch((error: unknown) =>
        postMessage({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        } satisfies Answer),
      )
  })
}
