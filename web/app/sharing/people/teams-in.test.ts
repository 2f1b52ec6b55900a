import { expect, test } from 'vitest'
import { suggestTeams, teamsIn } from './teams-in.ts'

const team = (name: string, people = 2) => ({
  id: name,
  name,
  description: '',
  source: 'manual' as const,
  version: 1,
  people,
  isMine: false,
})
const teams = [team('Sales'), team('Sales, Europe'), team('Human Resources'), team('Nobody', 0)]

test.each([
  ['Sales', ['Sales'], ''],
  [' sALES , bob@acme.example', ['Sales'], 'bob@acme.example'],
  ['bob@acme.example; human resources', ['Human Resources'], 'bob@acme.example'],
  ['Sales, Europe', ['Sales, Europe'], ''],
  ['Sales, Europe, Sales', ['Sales, Europe', 'Sales'], ''],
  ['ada@sales, Salesman', [], 'ada@sales, Salesman'],
  ['Sales <sales@acme.example>', [], 'Sales <sales@acme.example>'],
  ['', [], ''],
])('%j names the teams %j and leaves %j', (typed, named, rest) => {
  const found = teamsIn(typed, teams)
  expect(found.teams.map(({ name }) => name)).toEqual(named)
  expect(found.rest).toBe(rest)
})

test('a team is suggested by the beginning of a word of its name, once, and never without people', () => {
  const shown = (typed: string) => suggestTeams(typed, teams, (people) => `${people} people`)
  expect(shown('re')).toEqual([
    { id: 'Human Resources', label: 'Human Resources', detail: '2 people', text: 'Human Resources' },
  ])
  expect(shown('bob@acme.example, sa').map(({ text }) => text)).toEqual([
    'bob@acme.example, Sales',
    'bob@acme.example, Sales, Europe',
  ])
  expect(shown('')).toEqual([])
  expect(shown('no')).toEqual([])
  expect(shown('human resources')).toEqual([])
  expect(shown('Human Resources, hu')).toEqual([])
})
