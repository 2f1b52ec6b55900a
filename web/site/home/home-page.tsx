import { CheckUs } from './check-us.tsx'
import { FeatureGrid } from './feature-grid.tsx'
import { FileTravel } from './file-travel.tsx'
import { GetStarted } from './get-started.tsx'
import { Hero } from './hero.tsx'
import { RecordedTraffic } from './recorded-traffic.tsx'
import { SolutionRows } from './solution-rows.tsx'

/** The front page: claim, proof, risk, features, checks, industries, a file's way, contact. */
export function Component() {
  return (
    <>
      <Hero />
      <RecordedTraffic />
      <FeatureGrid />
      <CheckUs />
      <SolutionRows />
      <FileTravel />
      <GetStarted />
    </>
  )
}
