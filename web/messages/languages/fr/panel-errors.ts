import type { WordsOf } from '../catalogue.ts'

export const panelErrors: WordsOf<'panelErrors'> = {
  exercise_too_small:
    'Un exercice qui ne nomme personne demande au moins cinq personnes : à moins, les chiffres disent qui c’était. Rien n’a été envoyé.',
  still_running: 'C’est déjà en cours. Attendez un instant, puis regardez à nouveau.',
  perhaps_done: 'C’est peut-être déjà fait. Regardez ce qui est là maintenant, avant de recommencer.',
  already_entered: 'Quittez d’abord l’organisation où vous êtes entré. Rien n’a été modifié.',
  entry_ended: 'Vous n’êtes plus dans cette organisation. Rien n’a été modifié.',
  not_by_entry:
    'De l’extérieur, ce n’est pas possible : un propriétaire de l’organisation peut le faire. Rien n’a été modifié.',
  tenant_changed: 'Quelqu’un a modifié cette organisation entre-temps. Rien n’a été changé ; regardez à nouveau.',
  tenant_removed:
    'Cette organisation est en cours de suppression : aucun gel ne peut plus y être posé. Aucun gel n’a été posé.',
  redirect_in_use:
    'Une page se trouve à l’ancienne adresse : personne n’atteindrait la redirection. Rien n’a été modifié ; choisissez-en une autre.',
  redirect_leads_on:
    'L’une des deux adresses appartient à une autre redirection. Rien n’a été modifié ; menez directement à la destination.',
  guide_address_taken: 'Un autre guide a cette adresse. Choisissez-en une autre ; rien n’a été enregistré.',
  guide_replaced: 'Un autre guide publié remplace déjà ce guide du logiciel. Rien n’a été publié.',
  guide_incomplete: 'Un guide a besoin d’un titre, d’une description et d’un texte. Rien n’a été publié.',
  course_saved_elsewhere:
    'Quelqu’un d’autre a modifié ce cours entre-temps. Copiez votre texte et ouvrez de nouveau le cours.',
  course_published: 'Un cours publié peut seulement être retiré. Rien n’a été supprimé.',
  course_incomplete:
    'Un cours doit avoir une leçon avec un texte et des questions ayant chacune une seule réponse juste et une explication pour chaque réponse. Rien n’a été publié.',
  exercise_too_soon: 'Il y a déjà eu un exercice ces quatorze derniers jours. Rien n’a été envoyé.',
  newsletter_moved:
    'Quelqu’un d’autre a changé l’état de cette newsletter. Regardez-la à nouveau ; rien n’a été modifié.',
  newsletter_incomplete:
    'Une newsletter a besoin d’un contenu et d’un pied qui dit qui l’envoie. Rien n’a été planifié.',
  audience_in_use: 'Une newsletter doit partir vers cette audience. Rien n’a été supprimé.',
  review_empty: 'Personne n’a ce que cette revue couvre. Rien n’a été modifié.',
  space_unmanaged:
    'Un espace d’équipe n’aurait plus de gestionnaire. Confirmez que c’est voulu, ou choisissez quelqu’un.',
  stage_in_use: 'Il reste des affaires dans une étape à supprimer. Déplacez-les d’abord ; rien n’a été modifié.',
  currency_fixed: 'Il existe des montants dans la devise actuelle, elle reste donc. Rien n’a été modifié.',
  quote_closed: 'Ce devis est désormais dans un autre état. Rien n’a été modifié ; regardez-le à nouveau.',
  deal_quoted:
    'Un devis de cette affaire a été envoyé et garde son numéro, l’affaire reste donc. Déplacez-la vers l’étape des affaires perdues.',
  tier_in_use: 'Il reste des partenaires dans un niveau à supprimer. Déplacez-les d’abord ; rien n’a été modifié.',
  code_taken: 'Ce code est déjà pris. Choisissez-en un autre ; rien n’a été enregistré.',
  customer_approved: 'Un autre partenaire a ce client. Rien n’a été modifié.',
  partner_inactive: 'Le partenaire est en pause ou n’est plus partenaire. Rien n’a été enregistré.',
  statement_empty: 'Rien n’a été acquis ce mois-là, ou il n’est pas terminé. Rien n’a été établi.',
  own_request: 'Vous avez fait cette demande vous-même. Une autre personne qui gère ce serveur doit y répondre.',
  needless_request: 'C’est déjà le cas. Rien n’a été envoyé.',
  sides_missing: 'Une facture a besoin des coordonnées du vendeur et de l’acheteur. Rien n’a été émis.',
  keywords_busy: 'Deux analyses de votre organisation sont en cours. Attendez-en une, ou annulez-la.',
  contact_exists: 'Un contact avec cet e-mail existe déjà. Rien n’a été modifié.',
  contact_suppressed:
    'Cette personne ne veut pas de newsletters, ou n’est pas joignable. Elle seule peut le changer ; rien n’a été modifié.',
  role_end_too_late:
    'Votre propre rôle prend fin avant. Rien n’a été changé ; choisissez un jour plus proche, ou demandez à quelqu’un dont le rôle n’a pas de fin.',
  import_limit:
    'Les listes d’une organisation invitent 500 personnes par jour. Rien n’a été fait ; envoyez le reste demain.',
  role_end_over:
    'Un rôle prend fin plus tard que maintenant et dans les cinq ans. Rien n’a été changé ; choisissez un autre jour.',
  import_changed: 'Ce que la liste ferait a changé entre-temps. Rien n’a été fait ; vérifiez-la de nouveau.',
  import_running:
    'Une autre liste de votre organisation est en cours d’envoi. Rien n’a été fait ; attendez qu’elle soit terminée.',
  import_gone: 'Cette liste n’existe plus, ou elle est déjà entièrement envoyée.',
  role_beyond_plan:
    'Ce rôle fait partie de la formule Enterprise, que l’organisation n’a pas. Rien n’a été changé ; une autre formule se demande à la page Facturation de l’administration.',
  demo_exists: 'Une organisation de démonstration existe déjà. Supprimez-la d’abord. Rien n’a été changé.',
  demo_single:
    'Sur ce serveur, tout le monde appartient à une seule organisation : il n’y en a pas d’autre. Lancez une démonstration à part avec npm run demo.',
  demo_has_people:
    'Des personnes réelles sont dans la démonstration. Retirez-les d’abord, ou supprimez l’organisation avec délai. Rien n’a été changé.',
  legal_hold: 'Une conservation légale retient cette organisation. Levez-la d’abord. Rien n’a été changé.',
  guest_end_over: 'Un invité reste jusqu’à un jour à venir, un an au plus ; choisissez un autre jour.',
  guest_has_no_role: 'Un invité n’a pas un tel rôle. Rien n’a été changé ; faites-en d’abord un membre.',
  guest_still_holds: 'Cette personne a un rôle ou gère un espace d’équipe ; mettez-y d’abord fin.',
  guest_changed:
    'Quelqu’un d’autre a modifié cet invité depuis que vous avez ouvert la page. Rien n’a été changé ; regardez de nouveau.',
  lessons_unread: 'Lisez d’abord chaque leçon. Rien n’a été compté.',
  quiz_paused: 'Vous avez utilisé les cinq essais de la journée. Relisez les leçons et réessayez demain.',
  course_changed: 'Ce cours a changé depuis que vous l’avez ouvert. Ouvrez-le de nouveau ; rien n’a été compté.',
  account_taken: 'Ce compte est lié à un autre partenaire. Rien n’a été modifié.',
  customer_registered: 'Ce client est déjà déclaré, et la déclaration est encore ouverte. Rien n’a été enregistré.',
  partners_closed: 'Cela a été décidé, payé ou a expiré entre-temps. Rien n’a été modifié ; regardez-le à nouveau.',
  team_gone: 'Cette équipe a été supprimée. Rien n’a été modifié.',
  team_provisioned: 'Votre fournisseur d’identité gère cette équipe. Modifiez-la là-bas.',
  team_name_taken: 'Une autre équipe de votre organisation porte ce nom. Choisissez-en un autre.',
  team_changed: 'Quelqu’un d’autre a modifié cette équipe au même moment. Rien n’a été écrasé ; vérifiez à nouveau.',
  team_full: 'Une équipe compte au plus 1 000 personnes. Personne n’a été ajouté.',
  too_many_teams: 'Une organisation compte au plus 500 équipes. Rien n’a été créé.',
  address_unfit: 'Cette adresse ne convient pas à ce type de flux, ou contient un mot de passe.',
  not_a_certificate: 'Ce n’est pas un certificat. Collez-le en PEM, de BEGIN CERTIFICATE à END CERTIFICATE.',
  token_needed: 'Saisissez le jeton du destinataire. Un jeton conservé n’est jamais envoyé à un autre hôte.',
  own_factor_missing: 'Configurez d’abord votre propre second facteur, et connectez-vous avec.',
  too_soon: 'Cela peut être exigé au plus tôt à partir de demain à cette heure.',
  own_way_missing:
    'Connectez-vous d’abord vous-même par un moyen que vous exigez : déconnectez-vous, puis reconnectez-vous ainsi.',
}
