import type { VaultErrorCode } from '#web/lib/remote/vault-client.ts'
import { knowSentences, type sentences } from './errors.ts'
import { pageWords } from './languages/page-words.ts'

type PanelCode = Exclude<VaultErrorCode, keyof typeof sentences>

/** Sentences of failures that only the panels meet, and pages of teams, training and partners. They load with those pages. */
export const panelErrors: Record<PanelCode, string> = pageWords('panelErrors', {
  exercise_too_small:
    'An exercise that names nobody takes at least five people: of fewer, the counts say who it was. Nothing was sent.',
  still_running: 'This is being done already. Wait a moment, and look at it again.',
  perhaps_done: 'This may have been done already. Look at what is there now, before you do it again.',
  already_entered: 'Leave the organisation first that you have entered. Nothing was changed.',
  entry_ended: 'You are no longer in this organisation. Nothing was changed.',
  not_by_entry: 'From outside, this is not done: one of the owners of the organisation can do it. Nothing was changed.',
  tenant_changed: 'Somebody else has changed this organisation meanwhile. Nothing was changed; look at it again.',
  tenant_removed: 'This organisation is being removed, so nothing in it can be held. No hold was set.',
  redirect_in_use:
    'There is a page at the old address, so nobody would reach the redirect. Nothing was changed; choose another one.',
  redirect_leads_on:
    'One of the two addresses belongs to another redirect. Nothing was changed; let it lead to where people end up.',
  guide_address_taken: 'Another guide has this address. Choose another one; nothing was stored.',
  guide_replaced: 'Another published guide replaces this guide of the software already. Nothing was published.',
  guide_incomplete: 'A guide needs a title, a description and a text. Nothing was published.',
  course_saved_elsewhere:
    'Somebody else changed this course meanwhile. Copy what you wrote, and open the course again.',
  course_published: 'A course that was published can only be retired. Nothing was deleted.',
  course_incomplete:
    'A course needs a lesson with text, and questions that each have one right answer and an explanation for every answer. Nothing was published.',
  exercise_too_soon: 'There was an exercise in the last fourteen days. Nothing was sent.',
  newsletter_moved: 'Somebody else changed the state of this newsletter. Look at it again; nothing was changed.',
  newsletter_incomplete: 'A newsletter needs content, and a footer that says who sends it. Nothing was scheduled.',
  audience_in_use: 'A newsletter is to be sent to this audience. Nothing was deleted.',
  review_empty: 'Nobody has what this review covers. Nothing was changed.',
  space_unmanaged: 'A team space would have no manager. Say that this is meant, or choose another one.',
  stage_in_use: 'There are deals in a stage that would be removed. Move them first; nothing was changed.',
  currency_fixed: 'There are amounts in the present currency, so it stays. Nothing was changed.',
  quote_closed: 'This quote is in another state by now. Nothing was changed; look at it again.',
  deal_quoted:
    'A quote for this deal was sent and keeps its number, so the deal stays. Move it to the stage of what was lost.',
  tier_in_use: 'There are partners in a tier that would be removed. Move them first; nothing was changed.',
  code_taken: 'This code is taken. Choose another one; nothing was stored.',
  customer_approved: 'Another partner has this customer. Nothing was changed.',
  partner_inactive: 'The partner is paused or has ended. Nothing was stored.',
  statement_empty: 'Nothing was earned in that month, or it has not ended yet. Nothing was issued.',
  own_request: 'You asked for this yourself. Somebody else who runs this server has to answer it.',
  needless_request: 'It is so already. Nothing was sent.',
  sides_missing: 'An invoice needs the details of the seller and of the payer. Nothing was issued.',
  keywords_busy: 'Two analyses of your organisation are running. Wait for one, or cancel it.',
  contact_exists: 'A contact with this email is there already. Nothing was changed.',
  contact_suppressed:
    'This person does not want newsletters, or cannot be reached. Only they can change that; nothing was changed.',
  role_end_too_late:
    'Your own role ends before that. Nothing was changed; choose an earlier day, or ask somebody whose role has no end.',
  import_limit: 'Lists of an organisation invite 500 people a day. Nothing was done; send the rest tomorrow.',
  role_end_over: 'A role ends later than now, and within five years. Nothing was changed; choose another day.',
  import_changed: 'What the list would do has changed meanwhile. Nothing was done; look at it again.',
  import_running: 'Another list of your organisation is being sent. Nothing was done; wait until it is finished.',
  import_gone: 'This list is gone, or all of it was sent already.',
  role_beyond_plan:
    'This role comes with the plan Enterprise, which the organisation does not have. Nothing was changed; another plan can be asked for on the page Billing of the admin panel.',
  demo_exists: 'A demo organisation is there already. Remove it first. Nothing was changed.',
  demo_single:
    'Everybody joins one organisation on this server, so there is no other. Start a demo of its own with npm run demo.',
  demo_has_people:
    'People are in the demo who are not invented. Remove them first, or delete it with days of grace. Nothing was changed.',
  legal_hold: 'A legal hold keeps this organisation. Release it first. Nothing was changed.',
  guest_end_over: 'A guest stays until a day that is not over, within a year. Nothing was changed; choose another day.',
  guest_has_no_role: 'A guest has no such role. Nothing was changed; make this person a member first.',
  guest_still_holds:
    'This person has a role, or manages a team space. End the role, and let another member manage the space first.',
  guest_changed: 'Somebody else changed this guest since you opened the page. Nothing was changed; look at them again.',
  lessons_unread: 'Read each lesson first. Nothing was counted.',
  quiz_paused: 'You have used the five tries of a day. Read the lessons again, and try tomorrow.',
  course_changed: 'This course has changed since you opened it. Open it again; nothing was counted.',
  account_taken: 'This account is linked with another partner. Nothing was changed.',
  customer_registered: 'This customer is registered already, and the registration is still open. Nothing was stored.',
  partners_closed: 'This has been decided, paid or has expired by now. Nothing was changed; look at it again.',
  team_gone: 'This team was deleted. Nothing was changed.',
  team_provisioned: 'Your identity provider manages this team. Change it there.',
  team_name_taken: 'Another team of your organisation has this name. Choose another one.',
  team_changed: 'Somebody else changed this team at the same moment. Nothing was overwritten; look again.',
  team_full: 'A team has 1,000 people at most. Nobody was added.',
  too_many_teams: 'An organisation has 500 teams at most. Nothing was created.',
  address_unfit: 'This address does not fit the kind of stream, or holds a password.',
  not_a_certificate: 'This is no certificate. Paste it as PEM, from BEGIN CERTIFICATE to END CERTIFICATE.',
  token_needed: 'Type the token of the receiver. A kept one is never sent to another host.',
  own_factor_missing: 'First set up a second factor of your own, and sign in with it.',
  too_soon: 'This can be required from tomorrow at this time at the earliest.',
  own_way_missing: 'First sign in yourself by a way that you require: sign out, and sign in by it.',
})
knowSentences(panelErrors)
