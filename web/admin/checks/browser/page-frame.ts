import { FRAME_TOKEN } from '#contract/checks/checks.ts'
import { lendClient } from '#web/lib/remote/lent-client.ts'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { until } from './until.ts'

type Opened = {
  client: VaultClient
  /** Of the document, without a query. */
  path: string
  /** Leave to frame it. */
  token: string
  widthPx: number
  /** Of the frame, for those who meet it. */
  title: string
}

/** Of the first phone that all this is for. */
const HEIGHT_PX = 800
const LOADING_MS = 20_000

/** A page of this server in a frame that nobody sees. Its layout is that of a screen as wide as the frame. */
export class PageFrame {
  readonly #frame: HTMLIFrameElement

  private constructor(frame: HTMLIFrameElement) {
    this.#frame = frame
  }

  /** @throws when the document does not come, or may not be framed */
  static async open({ client, path, token, widthPx, title }: Opened): Promise<PageFrame> {
    const frame = document.createElement('iframe')
    frame.title = title
    frame.tabIndex = -1
    frame.width = String(widthPx)
    frame.height = String(HEIGHT_PX)
    // Within the window, or browsers leave out what is painted; behind everything, and out of the reach of a pointer.
    frame.className = 'pointer-events-none fixed top-0 left-0 -z-10 opacity-[0.001]'
    lendClient(frame, client)
    frame.src = `${path}?${FRAME_TOKEN}=${encodeURIComponent(token)}`
    document.body.append(frame)
    const page = new PageFrame(frame)
    try {
      await until(() => page.#isLoaded(path), LOADING_MS, `${path} did not come`)
    } catch (error) {
      page.close()
      throw error
    }
    return page
  }

  /** What was refused is a document of no origin, which cannot be looked into. */
  #isLoaded(path: string): boolean {
    const shown = this.#frame.contentDocument
    return shown?.readyState === 'complete' && shown.location.pathname === path
  }

  /** @throws where the page left this origin */
  get document(): Document {
    const { contentDocument: shown } = this.#frame
    if (!shown) throw new Error('the page in the frame is not to be seen')
    return shown
  }

  get window(): Window & typeof globalThis {
    const shown = this.document.defaultView
    if (!shown) throw new Error('the page in the frame is gone')
    return shown
  }

  resize(widthPx: number): void {
    this.#frame.width = String(widthPx)
  }

  /** To another address of the app, without an entry in the history of this tab. */
  goTo(path: string): void {
    const { history } = this.window
    history.replaceState(history.state, '', path)
    this.window.dispatchEvent(new this.window.PopStateEvent('popstate', { state: history.state }))
  }

  close(): void {
    this.#frame.remove()
  }
}
