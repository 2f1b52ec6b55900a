import { expect, test } from 'vitest'
import { Counters } from '../engine/counters.ts'
import { Engine } from '../engine/engine.ts'
import { NEW_PROFILE, type Observation, type Origin } from '../engine/observation.ts'

const NOW = Date.UTC(2026, 10, 28, 9)
const PHONE = 'Mozilla (Linux; Android) Chrome Mobile Safari'
const HOME: Origin = { ip: '203.0.113.1', program: PHONE, country: 'DE', asn: 3320 }
const ABROAD: Origin = { ip: '203.0.113.2', program: PHONE, country: 'US', asn: 7018 }
const person = { userId: 'u', sessionId: 's' }

const enforcementsOf = (observation: Observation) =>
  new Engine(new Counters(Buffer.alloc(32, 7)))
    .inspect(observation, NOW)
    .map(({ enforcement, risk }) => ({ enforcement, risk }))

const refreshed = (origin: Origin, isKnownDevice: boolean): Observation => ({
  kind: 'session_refreshed',
  ...person,
  before: HOME,
  origin,
  isKnownDevice,
})
const NOTED = [{ enforcement: 'none', risk: 'low' }]
const HELD = [{ enforcement: undefined, risk: undefined }]

test.each([
  ['the name of the program', { ...HOME, program: 'Mozilla (X; Linux) Chrome Safari' }, false, NOTED],
  ['the place of a known device', ABROAD, true, NOTED],
  ['the place of another device', ABROAD, false, HELD],
  ['the place and the name', { ...ABROAD, program: 'curl/' }, true, HELD],
  ['the network', { ...HOME, asn: 6805 }, false, []],
  ['the country in one network', { ...HOME, country: 'AT' }, false, []],
])('a session changed %s', (_what, origin, isKnownDevice, expected) => {
  expect(enforcementsOf(refreshed(origin, isKnownDevice))).toEqual(expected)
})

test.each([
  ['a known device', true, PHONE, NOTED],
  ['a known device in a program never seen', true, 'curl/', HELD],
])('a sign-in too far from the last one, on %s', (_what, isKnownDevice, program, expected) => {
  const profile = {
    ...NEW_PROFILE,
    signIns: 9,
    countries: { DE: 9, US: 1 },
    networks: { 3320: 9, 7018: 1 },
    programs: { [PHONE]: 9 },
    last: { country: 'DE', asn: 3320, atMs: NOW - 600_000 },
  }
  const origin = { ...ABROAD, program }
  expect(enforcementsOf({ kind: 'signed_in', ...person, account: 'a', origin, isKnownDevice, profile })).toEqual(
    expected,
  )
})
