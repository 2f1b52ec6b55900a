import { marked } from 'marked'
import type { ArticleNode } from '../../blog/article.ts'
import { blockNodes } from '../../blog/build/article-nodes.ts'

/** One service of the wire: the address that it is under, and what it answers. */
export type WireService = { path: string; body: ArticleNode[] }

/** Shown from the OpenAPI document of the running server instead. */
const SHOWN_LIVE = '/rest/v1'
const SERVICE = /^`(\/[a-z]+\/v1)`\n/
/** Links to other files of the source. The page keeps their words. */
const LINK_TO_FILE = /\[([^\]]+)\]\((?!https:)[^)]*\)/g

/** Makes data of the parts of `docs/wire.md` that describe a service. */
export function compileWire(source: string): WireService[] {
  return source.split('\n## ').flatMap((part) => {
    const [title, path] = SERVICE.exec(part) ?? []
    if (title === undefined || path === undefined || path === SHOWN_LIVE) return []
    const text = part.slice(title.length).replaceAll(LINK_TO_FILE, '$1')
    return [{ path, body: blockNodes(marked.lexer(text)) }]
  })
}
