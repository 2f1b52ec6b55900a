import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RiskBadge } from './event-badges.tsx'

test.each([
  ['low', 'Low', 'border-line'],
  ['medium', 'Medium', 'text-warn'],
  ['high', 'High', 'text-danger'],
  ['critical', 'Critical', 'bg-danger'],
])('the risk %s reads %s, in a colour of its weight', (risk, word, look) => {
  const html = renderToStaticMarkup(createElement(RiskBadge, { risk }))
  expect(html).toContain(`>${word}<`)
  expect(html).toMatch(new RegExp(`[ "]${look}[ "]`))
})
