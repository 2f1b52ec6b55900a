/** Where a column of a view comes from: table (or view below) and number of its column there. */
export type Origin = { relation: string; column: number }

type Node = Map<string, Value[]>
type Value = string | Node | Value[]

/**
 * Reads the origins of a view's columns out of the tree that PostgreSQL keeps of its query (`pg_rewrite.ev_action`), which is the only
 * place that says so. Columns that are computed have none.
 * @returns by number of the view's column.
 */
export function originsOf(action: string): Map<number, Origin> {
  const [query] = asList(new TreeReader(action).read())
  const origins = new Map<number, Origin>()
  for (const entry of asList(fieldOf(query, ':targetList'))) {
    const relation = fieldOf(entry, ':resorigtbl')
    if (typeof relation !== 'string' || relation === '0' || fieldOf(entry, ':resjunk') === 'true') continue
    origins.set(Number(fieldOf(entry, ':resno')), { relation, column: Number(fieldOf(entry, ':resorigcol')) })
  }
  return origins
}

const asList = (value: Value | undefined): Value[] => (Array.isArray(value) ? value : [])
const fieldOf = (node: Value | undefined, name: string): Value | undefined =>
  node instanceof Map ? node.get(name)?.[0] : undefined

/** `{TYPE :field value …}`, `(item …)`, and atoms in which a backslash protects the next character. */
class TreeReader {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(/[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g) ?? []
  }

  read(): Value {
    const token = this.#next()
    if (token === '(') return this.#list()
    return token === '{' ? this.#node() : token
  }

  #list(): Value[] {
    const items: Value[] = []
    while (this.#peek() !== ')' && this.#peek() !== undefined) items.push(this.read())
    this.#at += 1
    return items
  }

  #node(): Node {
    const node: Node = new Map()
    this.#next()
    while (this.#peek() !== '}' && this.#peek() !== undefined) {
      const name = this.#next()
      // The first token is the value, whatever it looks like: a column may be called ":x".
      const values = [this.read()]
      while (this.#peek() !== undefined && this.#peek() !== '}' && !this.#peek()?.startsWith(':'))
        values.push(this.read())
      node.set(name, values)
    }
    this.#at += 1
    return node
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? ''
  }
}
