import { expect, test } from 'vitest'
import { PINNED_BY, type Trust, isBlocked, isVouching } from './trust.ts'

const ALL: Trust[] = ['new', 'seen', 'chosen', 'invited', 'compared', 'changed', 'moved']

test('changed keys and moved addresses block everything, nothing else does', () => {
  expect(ALL.filter(isBlocked)).toEqual(['changed', 'moved'])
  expect(isBlocked(null)).toBe(false)
})

test('only people whose keys came without the server vouch for others', () => {
  expect(ALL.filter(isVouching)).toEqual(['invited', 'compared'])
})

test('reasons stand in the order of their weight', () => {
  expect(PINNED_BY).toEqual(['seen', 'chosen', 'invited'])
})
