import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ICredentialType, INodeProperties, INodePropertyOptions, INodeType } from '../n8n-types';
import { type BuiltPackage, buildPackage, manifest, packageHome, readJson } from './built-package';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
});
afterAll(() => built?.remove());

const nodePath = 'dist/nodes/Hudhud/Hudhud.node.js';
const triggerPath = 'dist/nodes/HudhudTrigger/HudhudTrigger.node.js';
const nodePaths = [nodePath, triggerPath];
const credentialPath = 'dist/credentials/HudhudApi.credentials.js';

describe('package.json', () => {
  it('meets the rules for community nodes', () => {
    expect(manifest.name).toMatch(/^n8n-nodes-/);
    expect(manifest.keywords).toContain('n8n-community-node-package');
    expect(manifest.license).toBe('MIT');
    expect(manifest.description).not.toBe('');
    expect(manifest.files).toEqual(['dist']);
    expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
    expect(Object.keys(manifest.scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/install|prepare/)]),
    );
  });

  it('asks for nothing to be installed', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.overrides).toBeUndefined();
    expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
  });

  it('cannot be published from here', () => {
    expect(manifest.private).toBe(true);
  });

  it('names every node and credential of the source, and only files that the build makes', () => {
    const named = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
    for (const path of named) expect(existsSync(join(built.root, path)), path).toBe(true);
    const sources = ['nodes', 'credentials']
      .flatMap((folder) => readdirSync(join(packageHome, folder), { recursive: true, withFileTypes: true }))
      .filter((file) => /\.(node|credentials)\.ts$/.test(file.name))
      .map((file) => join(file.parentPath, file.name).slice(packageHome.length + 1));
    expect(sources.map((path) => `dist/${path.replace(/ts$/, 'js')}`).sort()).toEqual(named.sort());
  });
});

describe('the build', () => {
  it('holds what n8n needs and nothing else', () => {
    const files = readdirSync(join(built.root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => file.name);
    expect(files.sort()).toEqual([
      'Hudhud.node.js',
      'Hudhud.node.json',
      'HudhudApi.credentials.js',
      'HudhudTrigger.node.js',
      'HudhudTrigger.node.json',
      'add-content.js',
      'add-send-headers.js',
      'campaign-properties.js',
      'contact-fields.js',
      'contact-properties.js',
      'content-kinds.js',
      'content-properties.js',
      'explain-refusal.js',
      'file-of-item.js',
      'gateway-webhook.js',
      'hudhud.dark.svg',
      'hudhud.svg',
      'keep-empty-body.js',
      'keep-file.js',
      'load-templates.js',
      'message-properties.js',
      'n8n-types.js',
      'property-parts.js',
      'read-pages.js',
      'template-of-fields.js',
      'verify-delivery.js',
    ]);
  });

  it('requires only its own files and what n8n allows', () => {
    const required = readdirSync(join(built.root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((file) => file.name.endsWith('.js'))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
      .flatMap((source) => [...source.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1] ?? ''));
    const foreign = required.filter((path) => !path.startsWith('.'));
    expect(new Set(foreign)).toEqual(new Set(['node:crypto']));
  });

  it('has a light and a dark icon where the node and the credential look for them', () => {
    const credential = built.load<ICredentialType>(credentialPath);
    const icons = nodePaths.map((path) => [path, built.load<INodeType>(path).description.icon] as const);
    for (const [path, icon] of [...icons, [credentialPath, credential.icon] as const]) {
      const [light, dark] = [icon.light, icon.dark].map((file) =>
        readFileSync(join(built.root, dirname(path), file.replace('file:', '')), 'utf8'),
      );
      expect(light).toMatch(/^<svg /);
      expect(dark).toMatch(/^<svg /);
      expect(light).not.toBe(dark);
    }
  });

  it.each(nodePaths)('has a codex file beside %s, with all that n8n reads from it', (path) => {
    const codex = readJson<Record<string, unknown>>(join(built.root, path.replace(/js$/, 'json')));
    expect(codex).toMatchObject({ node: manifest.name, nodeVersion: '1.0', codexVersion: '1.0' });
    expect(codex.categories).toEqual(['Communication']);
    // Without this member n8n takes the whole file for missing.
    expect(codex.resources).toMatchObject({ primaryDocumentation: [{ url: expect.any(String) }] });
  });
});

describe('the node', () => {
  it.each(nodePaths)('in %s uses the credential of this package', (path) => {
    const { credentials } = built.load<INodeType>(path).description;
    expect(credentials).toEqual([{ name: built.load<ICredentialType>(credentialPath).name, required: true }]);
  });

  it('can be handed to an agent as a tool, and the trigger cannot', () => {
    expect(built.load<INodeType>(nodePath).description.usableAsTool).toBe(true);
    expect(built.load<INodeType>(triggerPath).description.usableAsTool).toBeUndefined();
  });

  it('masks the token and nothing else', () => {
    const masked = built
      .load<ICredentialType>(credentialPath)
      .properties.filter((property) => property.typeOptions?.password);
    expect(masked.map((property) => property.name)).toEqual(['apiToken']);
  });
});

interface Workflow {
  nodes: Array<{ name: string; type: string; typeVersion: number; parameters: Record<string, unknown> }>;
  connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

const isShown = (property: INodeProperties, parameters: Record<string, unknown>): boolean =>
  Object.entries(property.displayOptions?.show ?? {}).every(([name, values]) =>
    [parameters[name]].flat().some((value) => values.includes(value as string)),
  );

/** What is wrong with the parameters of a node, as a person would say it. */
function faultsOf(properties: INodeProperties[], parameters: Record<string, unknown>): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const property = properties.find((one) => one.name === name && isShown(one, parameters));
    if (!property) return [`there is no ${name}`];
    if (property.type === 'collection') {
      return faultsOf(property.options as INodeProperties[], value as Record<string, unknown>);
    }
    if (property.type !== 'options' && property.type !== 'multiOptions') return [];
    if (property.typeOptions?.loadOptions) return [];
    const known = (property.options as INodePropertyOptions[]).map((option) => option.value);
    return [value]
      .flat()
      .flatMap((one) => (known.includes(one as string) ? [] : [`${name} cannot be ${one}`]));
  });
}

describe.each(readdirSync(join(packageHome, 'examples')))('the example %s', (file) => {
  const workflow = readJson<Workflow>(join(packageHome, 'examples', file));
  const names = workflow.nodes.map((node) => node.name);

  it('sets only parameters that our nodes have, to values that they know', () => {
    const ours = workflow.nodes.filter((node) => node.type.startsWith(`${manifest.name}.`));
    expect(ours.length).toBeGreaterThan(0);
    for (const node of ours) {
      const type = nodePaths
        .map((path) => built.load<INodeType>(path).description)
        .find(({ name }) => node.type === `${manifest.name}.${name}`);
      expect(node.typeVersion).toBe(type?.version);
      expect(faultsOf(type?.properties ?? [], node.parameters), node.name).toEqual([]);
    }
  });

  it('connects nodes that exist', () => {
    const ends = Object.values(workflow.connections).flatMap(({ main }) => main.flat());
    expect(names).toEqual(expect.arrayContaining(Object.keys(workflow.connections)));
    expect(names).toEqual(expect.arrayContaining(ends.map((end) => end.node)));
  });
});
