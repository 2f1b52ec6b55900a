import { expect, test } from 'vitest'
import { startOf } from './start-of.ts'

const keyword = (text: string, volume: number | null) => ({ keyword: text, volume })

test('a draft begins with the page and the keyword that most people type', () => {
  const keywords = [keyword('crm', null), keyword('crm software', 900), keyword('best crm', 100)]
  expect(startOf({ name: 'crm software', keywords })).toEqual({ title: 'Crm software', target_keyword: 'crm software' })
  expect(startOf({ name: 'crm', keywords: [keyword('crm', null), keyword('a crm', null)] })).toEqual({
    title: 'Crm',
    target_keyword: 'crm',
  })
})

test('a brief brings its title and its sections', () => {
  const outline = [
    { heading: 'What it is', words: 200 },
    { heading: 'What it costs', words: 100 },
  ]
  const brief = { title: 'CRM software: what to know', outline }
  expect(startOf({ name: 'crm', keywords: [keyword('crm', 10)] }, brief)).toEqual({
    title: 'CRM software: what to know',
    target_keyword: 'crm',
    outline: 'What it is\nWhat it costs',
  })
})
