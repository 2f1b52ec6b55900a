import lastRun from './last-run.json' with { type: 'json' }

const { date, attacks, found, atLeast, disturbedPerThousandDays, decisionMicroseconds } = lastRun
const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`

/** What `npm run bench -- threats` found out last; docs/threats.md has the method. */
export const redTeam = {
  isWithinAim: decisionMicroseconds < 1000,
  prevention: `Prevention cannot be measured from inside. ${date}: ${found} of ${attacks} attacks of our own were found, which shows at least ${percent(atLeast)} of attacks like these.`,
  response: `${date}: of 1,000 decisions 999 took at most ${Math.ceil(decisionMicroseconds)} µs, in one process on a machine with two cores.`,
  recall: `${found} of ${attacks} on ${date}: at least ${percent(atLeast)} (95 %)`,
  disturbed: `${disturbedPerThousandDays.toFixed(1)} of 1,000 made-up user-days`,
}
