const MOST_STEPS = 30

/** Enough of a browser to walk through sign-ins elsewhere: redirects, forms and cookies. */
export class TestBrowser {
  /** By host name, as cookies are: ports do not matter. */
  readonly #jars = new Map<string, Map<string, string>>()

  /** One request with this browser's cookies, which keeps those of the answer. Redirects are not followed. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const jar = this.#jars.get(url.hostname) ?? new Map<string, string>()
    this.#jars.set(url.hostname, jar)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  /** Follows redirects from `start`, and gives pages to `answer`, until `isEnd` holds. @returns that address. */
  async walk(
    start: string,
    isEnd: (url: URL) => boolean,
    answer: (page: string) => Record<string, string> = () => ({}),
  ): Promise<URL> {
    let url = new URL(start)
    let response: Response | undefined
    for (let step = 0; step < MOST_STEPS; step++) {
      if (isEnd(url)) return url
      response ??= await this.fetch(url)
      const location = response.headers.get('location')
      if (location) {
        url = new URL(location, url)
        response = undefined
        continue
      }
      const page = await response.text()
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
      if (!action) throw new Error(`${response.status} at ${url.pathname}: ${page.slice(0, 500)}`)
      url = new URL(action, url)
      response = await this.fetch(url, { method: 'POST', body: new URLSearchParams(answer(page)) })
    }
    throw new Error(`still on the way after ${MOST_STEPS} steps`)
  }
}
