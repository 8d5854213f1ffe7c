// The part of the catalogue about templates.

import { type ErrorEntry, entry } from './error-entry.ts';

export const templateErrors = {
  template_not_found: entry(
    422,
    'There is no such template',
    "The sender's account has no template with this name, or not in this language.",
    'Send one of the names or languages that the detail lists, or bring the list of templates up to date with `POST /api/v1/templates/sync`.',
  ),
  template_id_unknown: entry(
    404,
    'No template has this id',
    'The company has no template with this id.',
    'Check the id against the list of templates.',
  ),
  template_not_approved: entry(
    422,
    'The template is not approved',
    'WhatsApp sends only approved templates. The detail names the status and the reason.',
    'Wait for the review, change what was rejected, or send another template.',
  ),
  template_paused: entry(
    422,
    'The template is paused',
    'WhatsApp has paused the template for a while because people rate it badly.',
    'Send another template, or wait until WhatsApp resumes this one.',
  ),
  template_variable_missing: entry(
    422,
    'A variable of the template has no value',
    'The template has a variable that neither `variables` nor the contact fills.',
    'Send the value in `template.variables`; the detail names the variable.',
  ),
  template_variable_unknown: entry(
    422,
    'The template has no such variable',
    'One of `variables`, `header`, `buttons` and `cards` holds a value that the template has no place for.',
    'Leave it out, or correct its name; the detail lists those that the template has.',
  ),
  template_variable_invalid: entry(
    422,
    'A value cannot stand in the template',
    'WhatsApp takes no line breaks, tabs or more than four spaces in a row in a value, and no text that is too long once it is filled.',
    'Correct the value that `pointer` leads to.',
  ),
  template_header_missing: entry(
    422,
    'The header of the template is missing',
    'The header of the template has a variable, a file, a place or a product, and the request has none.',
    'Send it in `template.header`.',
  ),
  template_header_kind: entry(
    422,
    'The header is of another kind',
    'The header of the template is of another kind than `header` in the request.',
    'Send the kind that the detail names.',
  ),
  template_button_missing: entry(
    422,
    'A button of the template has no value',
    'A button of the template has a variable part, such as the end of its address or a code, and the request has none.',
    'Send it in `template.buttons` with the index of the button.',
  ),
  template_invalid: entry(
    422,
    'WhatsApp would not take the template',
    "The template breaks one of WhatsApp's rules for new templates.",
    'Change the part that `pointer` leads to; the detail names the rule.',
  ),
  template_exists: entry(
    409,
    'The template is there already',
    'The account has a template with this name in this language.',
    'Change the template that is there, or choose another name.',
  ),
  template_not_changeable: entry(
    409,
    'The template cannot be changed now',
    'WhatsApp lets only approved, rejected and paused templates be changed, and deletes no disabled ones.',
    'Wait for the review, or make a new template.',
  ),
  templates_not_carried: entry(
    422,
    'The provider has no templates',
    "The sender's provider has no templates, or the sender lacks the id of its business account.",
    'Name another sender in `from`, or add the id of the business account to the sender.',
  ),
  template_refused: entry(
    422,
    'The provider refused the template',
    'The provider did not take the new, changed or deleted template. `provider_error` says why.',
    'Do what `provider_error.action` says.',
  ),
} as const satisfies Record<string, ErrorEntry>;
