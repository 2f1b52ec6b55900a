import { expect, test } from 'vitest'
import { parseDocument } from '#contract/documentation/parse-document.ts'
import { documentHtml } from './document-html.ts'

const html = (markdown: string): string => documentHtml(parseDocument(markdown)).text

test('words inside a line stay beside each other', () => {
  expect(html('a *b*. `c`, [d](/e "f")')).toBe('<p>a <em>b</em>. <code>c</code>, <a href="/e">d</a></p>')
})

test('nothing that was typed becomes markup or ends an attribute', () => {
  expect(html('<script>x</script> & "q"')).toBe('<p>&lt;script&gt;x&lt;/script&gt; &amp; &quot;q&quot;</p>')
  expect(html('[a](https://x.example/?"onmouseover=1)')).toContain('href="https://x.example/?&quot;onmouseover=1"')
  expect(html('![" onerror="x](/a.png)')).toContain('alt="&quot; onerror=&quot;x"')
  expect(html('## "a" <b>')).toBe('<h2 id="a-b">&quot;a&quot; &lt;b&gt;</h2>')
  expect(html('```"><script>\n</code><script>\n```')).toBe(
    '<pre tabindex="0"><code>&lt;/code&gt;&lt;script&gt;</code></pre>',
  )
})

test('tables can be scrolled to by keys, and lists keep their first number', () => {
  expect(html('| a |\n| -: |\n| 1 |')).toContain('<div class="own-guide-table" tabindex="0" role="region"')
  expect(html('3. a')).toBe('<ol start="3"><li>a</li></ol>')
})
