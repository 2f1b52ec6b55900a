import { type DocumentNode, wordsOf } from '#contract/documentation/document-nodes.ts'
import type { PublicPart } from '#contract/documentation/own-guides.ts'
import { parseDocument } from '#contract/documentation/parse-document.ts'

type Written = { slug: string; title: string; description: string; body: string }

/** Shown below a result. */
const START_CHARACTERS = 160

/** What the search of the documentation finds of a guide, cut like the guides of the software: at the headings of the second level. */
export function partsOf({ slug, title, description, body }: Written): PublicPart[] {
  const parts: { id: string; heading: string; nodes: DocumentNode[] }[] = [{ id: '', heading: '', nodes: [] }]
  for (const node of parseDocument(body)) {
    if (typeof node !== 'string' && node.tag === 'h2')
      parts.push({ id: node.id, heading: wordsOf(node.children).trim(), nodes: [] })
    else parts.at(-1)?.nodes.push(node)
  }
  return parts
    .filter(({ id, nodes }) => id !== '' || nodes.length > 0)
    .map(({ id, heading, nodes }) => {
      const words = wordsOf(nodes).trim()
      return { slug, title, id, heading, text: `${description} ${words}`, start: startOf(words || description) }
    })
}

function startOf(words: string): string {
  if (words.length <= START_CHARACTERS) return words
  const end = words.lastIndexOf(' ', START_CHARACTERS)
  return `${words.slice(0, end > 0 ? end : START_CHARACTERS)} …`
}
