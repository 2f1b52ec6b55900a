import type { DocumentElement, DocumentNode } from '#contract/documentation/document-nodes.ts'
import { Html, markup } from '../markup.ts'

/** The elements of a text. Every string in it is escaped; there is no other way to make one. */
export function documentHtml(nodes: readonly DocumentNode[]): Html {
  // Not as a list of the template, which puts lines between: inside a paragraph that would be a space.
  return new Html(nodes.map((node) => (typeof node === 'string' ? markup`${node}` : element(node)).text).join(''))
}

function element(node: DocumentElement): Html {
  return 'children' in node ? around(node, documentHtml(node.children)) : alone(node)
}

function alone(node: Exclude<DocumentElement, { children: unknown }>): Html {
  switch (node.tag) {
    case 'br':
      return markup`<br />`
    case 'hr':
      return markup`<hr />`
    case 'pre':
      return markup`<pre tabindex="0"><code>${node.text}</code></pre>`
    case 'img':
      return markup`<img src="${node.src}" alt="${node.alt}" loading="lazy" />`
  }
}

function around(node: Extract<DocumentElement, { children: unknown }>, inside: Html): Html {
  switch (node.tag) {
    case 'h2':
    case 'h3':
      return new Html(`<${node.tag} id="${markup`${node.id}`.text}">${inside.text}</${node.tag}>`)
    case 'a':
      return /^https?:/i.test(node.href)
        ? markup`<a href="${node.href}" rel="noopener">${inside}</a>`
        : markup`<a href="${node.href}">${inside}</a>`
    case 'ol':
      return node.start === 1 ? markup`<ol>${inside}</ol>` : markup`<ol start="${String(node.start)}">${inside}</ol>`
    case 'th':
      return markup`<th scope="col" class="align-${node.align}">${inside}</th>`
    case 'td':
      return markup`<td class="align-${node.align}">${inside}</td>`
    case 'table':
      return markup`<div class="own-guide-table" tabindex="0" role="region" aria-label="Table"><table>${inside}</table></div>`
    default:
      return new Html(`<${node.tag}>${inside.text}</${node.tag}>`)
  }
}
