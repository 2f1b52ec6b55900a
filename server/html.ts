import { type Handler, Parser } from 'htmlparser2'

/** Maximum depth of elements: for an end tag that fits none, the parser looks through all that are open. */
const MAX_DEPTH = 500

class TooDeep extends Error {}

/**
 * Reads a document as a stream of tags, also one that is not well formed.
 * @returns whether all of it was read: nothing is below `MAX_DEPTH` elements in a page that people read.
 */
export function parseHtml(html: string, { onopentag, onclosetag, ...handler }: Partial<Handler>): boolean {
  let depth = 0
  const parser = new Parser(
    {
      ...handler,
      onopentag(...tag) {
        depth += 1
        if (depth > MAX_DEPTH) throw new TooDeep()
        onopentag?.(...tag)
      },
      onclosetag(...tag) {
        depth -= 1
        onclosetag?.(...tag)
      },
    },
    { decodeEntities: true },
  )
  try {
    parser.end(html)
    return true
  } catch (error) {
    if (error instanceof TooDeep) return false
    throw error
  }
}
