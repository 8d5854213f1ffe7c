import { describe, expect, it } from 'vitest';
import { sampleTemplate } from '../template/sample-template.ts';
import { type ContentDraft, emptyContent, noFile } from './content-draft.ts';
import { placeholdersOf, previewContent } from './preview-content.ts';

const buttons: ContentDraft = {
  ...emptyContent(),
  type: 'buttons',
  message: 'Hello {{name}}',
  footer: '{{clinic|Al Noor}}',
  buttons: [
    { title: 'Yes, {{name}}', id: '' },
    { title: '', id: '' },
  ],
};

describe('the preview of a draft', () => {
  it('fills every text of it, and leaves out what is not written yet', () => {
    expect(previewContent(buttons, { name: 'Sara' })).toMatchObject({
      text: 'Hello Sara',
      footer: 'Al Noor',
      actions: [{ kind: 'reply', title: 'Yes, Sara' }],
    });
  });

  it('shows the words of a template, filled from its fields first and then for the person', () => {
    const template = { template: sampleTemplate, values: { '/button/0': 'a7' } };
    const draft: ContentDraft = { ...emptyContent(), type: 'template', template };
    const action = { kind: 'link', title: 'Confirm', url: 'https://example.com/a7' };
    expect(previewContent(draft, {})).toMatchObject({ text: 'See you, {{name}}.', actions: [action] });
    expect(previewContent(draft, { name: 'Sara' })).toMatchObject({ text: 'See you, Sara.' });
    const filled = { ...template, values: { '/variable/name': 'Omar' } };
    expect(previewContent({ ...draft, template: filled }, { name: 'Sara' }).text).toBe('See you, Omar.');
  });

  it('knows the placeholders of every text', () => {
    expect(placeholdersOf(buttons).map(({ name }) => name)).toEqual(['name', 'clinic']);
    expect(placeholdersOf({ ...emptyContent(), type: 'interactive', interactive: '{"a":"{{x}}"}' })).toEqual(
      [],
    );
  });

  it('shows a file from this computer before it is uploaded', () => {
    const file = new File(['abc'], 'menu.pdf', { type: 'application/pdf' });
    const draft: ContentDraft = { ...emptyContent(), type: 'document', media: { ...noFile, file } };
    expect(previewContent(draft, {}).file).toMatchObject({
      kind: 'document',
      place: { kind: 'page', blob: file },
      filename: 'menu.pdf',
      bytes: 3,
    });
    const nothing: ContentDraft = { ...draft, media: noFile };
    expect(previewContent(nothing, {}).file?.place).toEqual({ kind: 'none', reason: 'unknown' });
  });

  it('has no map before there is a place', () => {
    const draft: ContentDraft = { ...emptyContent(), type: 'location' };
    expect(previewContent(draft, {}).place).toBeUndefined();
  });
});
