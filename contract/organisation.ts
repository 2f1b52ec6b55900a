/** Who shares an organisation with people who sign up without an invitation: nobody, or everybody on the server. */
export type OrganisationMode = 'personal' | 'single'

/** What `/config.json` says about it. */
export type OrganisationFacts = {
  mode: OrganisationMode
  /** Of the one organisation that everybody joins; null where each person gets their own. */
  name: string | null
  /** False until somebody is the administrator of the installation. */
  is_claimed: boolean
}
