// The theme builder: a field for each custom property, the rule that they make, and presets.
import { toHex } from './contrast.ts';
import { presets } from './shops.ts';

interface Property {
  /** Without `--storefront-`. */
  name: string;
  label: string;
  hint: string;
  /** A CSS property with the same values. */
  as: 'color' | 'border-top-left-radius' | 'row-gap' | 'min-height';
  /** The elements calculate with it, which fails with `0`, `auto` and `normal`. */
  isInCalc?: true;
}

/** As in docs/themes.md. */
export const PROPERTIES: Property[] = [
  { name: 'accent', label: 'Accent', hint: 'The main button, and dots in the timeline', as: 'color' },
  { name: 'on-accent', label: 'On accent', hint: 'Words on the main button', as: 'color' },
  { name: 'danger', label: 'Danger', hint: 'The mark of an error', as: 'color' },
  { name: 'focus', label: 'Focus', hint: 'The ring around what has the keyboard', as: 'color' },
  { name: 'field', label: 'Field', hint: 'Background of the login’s field', as: 'color' },
  { name: 'surface', label: 'Surface', hint: 'Sticky headings of the timeline', as: 'color' },
  {
    name: 'media-background',
    label: 'Media background',
    hint: 'Behind pictures that still load',
    as: 'color',
  },
  { name: 'radius', label: 'Radius', hint: 'Corners, such as 8px', as: 'border-top-left-radius' },
  {
    name: 'gap',
    label: 'Gap',
    hint: 'Space between the pieces, such as 1em',
    as: 'row-gap',
    isInCalc: true,
  },
  {
    name: 'sticky-top',
    label: 'Sticky top',
    hint: 'Height of your bar at the top',
    as: 'min-height',
    isInCalc: true,
  },
  {
    name: 'sticky-bottom',
    label: 'Sticky bottom',
    hint: 'Height of your bar at the bottom',
    as: 'min-height',
    isInCalc: true,
  },
  { name: 'reserve', label: 'Reserve', hint: 'Height of a timeline that still loads', as: 'min-height' },
];

const SELECTOR = 'otp-login,\nreward-claim,\ncollection-timeline';

/** `CSS.supports` closes open brackets and comments itself. In a style sheet, they would take in the next rule. */
function isClosed(as: string, value: string): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`a { ${as}: ${value} } b {}`);
  return sheet.cssRules.length === 2;
}

/** Whether a text is a value of the property; variables of the page may have any. */
const isAllowed = ({ as, isInCalc }: Property, value: string) =>
  !/[{}<>;]/.test(value) &&
  CSS.supports(as, value) &&
  isClosed(as, value) &&
  (!isInCalc || CSS.supports('width', `calc(1px + (${value}))`));

/** The custom properties of a preset, and its rules for parts as they were written. */
function readPreset(css: string): { values: Record<string, string>; rest: string } {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const { style } = sheet.cssRules[0] as CSSStyleRule;
  const values = Object.fromEntries(
    PROPERTIES.map(({ name }) => [name, style.getPropertyValue(`--storefront-${name}`).trim()]),
  );
  return { values, rest: css.slice(css.indexOf('}') + 1).trim() };
}

export class ThemeBuilder {
  readonly #fields: HTMLElement;
  readonly #preset: HTMLSelectElement;
  readonly grounds: [light: HTMLInputElement, dark: HTMLInputElement];
  /** Called after each change by a person; with the shop that suits a preset that was chosen. */
  readonly #changed: (shop?: string) => void;

  constructor(form: HTMLElement, changed: (shop?: string) => void) {
    this.#changed = changed;
    this.#fields = form.querySelector('#properties')!;
    this.#preset = form.querySelector('#preset')!;
    this.grounds = [form.querySelector('#ground-light')!, form.querySelector('#ground-dark')!];
    for (const [name, { title }] of Object.entries(presets)) this.#preset.add(new Option(title, name));
    this.#preset.addEventListener('change', () => this.#choose());
    for (const ground of this.grounds) ground.addEventListener('input', () => changed());
    this.#fields.append(...PROPERTIES.map((property) => this.#row(property)));
    this.#validate();
  }

  #input(name: string): HTMLInputElement {
    return this.#fields.querySelector(`#theme-${name}`)!;
  }

  #row(property: Property): HTMLElement {
    const { name, label, hint, as } = property;
    const row = document.createElement('div');
    row.className = 'property';
    const words = document.createElement('label');
    words.htmlFor = `theme-${name}`;
    words.textContent = label;
    const small = Object.assign(document.createElement('small'), { id: `hint-${name}`, textContent: hint });
    const input = Object.assign(document.createElement('input'), {
      id: `theme-${name}`,
      placeholder: 'default',
      spellcheck: false,
      autocomplete: 'off',
    });
    input.setAttribute('aria-describedby', small.id);
    const both = document.createElement('div');
    both.append(input);
    if (as === 'color') {
      const picker = Object.assign(document.createElement('input'), { type: 'color', id: `pick-${name}` });
      picker.setAttribute('aria-label', `${label}: pick a colour`);
      picker.addEventListener('input', () => {
        input.value = picker.value;
        this.#validate();
        this.#changed();
      });
      both.append(picker);
    }
    input.addEventListener('input', () => {
      this.#validate();
      this.#changed();
    });
    row.append(words, both, small);
    return row;
  }

  #choose(): void {
    const preset = presets[this.#preset.value];
    const { values } = readPreset(preset?.css ?? ':root {}');
    for (const { name } of PROPERTIES) this.#input(name).value = values[name] ?? '';
    const [light = '#ffffff', dark = '#14171c'] = preset?.grounds ?? [];
    this.grounds[0].value = light;
    this.grounds[1].value = dark;
    this.#validate();
    this.#changed(preset?.shop ?? 'own');
  }

  /** Marks invalid values, and shows each colour in its picker. */
  #validate(): void {
    for (const property of PROPERTIES) {
      const input = this.#input(property.name);
      const value = input.value.trim();
      const isWrong = Boolean(value) && !isAllowed(property, value);
      input.setAttribute('aria-invalid', String(isWrong));
      const hint = this.#fields.querySelector(`#hint-${property.name}`)!;
      hint.textContent = isWrong
        ? `Not a ${property.as === 'color' ? 'colour' : 'length with a unit'}: left out.`
        : property.hint;
      const picker = this.#fields.querySelector<HTMLInputElement>(`#pick-${property.name}`);
      picker?.classList.toggle('unset', !value || isWrong);
      if (picker && value && !isWrong) {
        // As the browser computes it, here and now.
        picker.style.color = value;
        picker.value = toHex(getComputedStyle(picker).color);
      }
    }
  }

  /** The values that are allowed, by the names of the properties. */
  get values(): Record<string, string> {
    return Object.fromEntries(
      PROPERTIES.map(
        (property) => [property.name, this.#input(property.name).value.trim(), property] as const,
      )
        .filter(([, value, property]) => value && isAllowed(property, value))
        .map(([name, value]) => [name, value]),
    );
  }

  /** The style sheet for a merchant's page; empty if nothing is set. */
  get css(): string {
    const lines = Object.entries(this.values).map(([name, value]) => `  --storefront-${name}: ${value};`);
    const rule = lines.length ? `${SELECTOR} {\n${lines.join('\n')}\n}\n` : '';
    const preset = presets[this.#preset.value];
    return [rule, preset ? readPreset(preset.css).rest : ''].filter(Boolean).join('\n');
  }

  save(): Record<string, string> {
    const texts = PROPERTIES.map(({ name }) => [name, this.#input(name).value] as const);
    return {
      ...Object.fromEntries(texts.filter(([, value]) => value)),
      preset: this.#preset.value,
      light: this.grounds[0].value,
      dark: this.grounds[1].value,
    };
  }

  restore(saved: Record<string, string>): void {
    for (const { name } of PROPERTIES) this.#input(name).value = saved[name] ?? '';
    this.#preset.value = saved['preset'] && saved['preset'] in presets ? saved['preset'] : '';
    this.grounds[0].value = saved['light'] ?? '#ffffff';
    this.grounds[1].value = saved['dark'] ?? '#14171c';
    this.#validate();
  }
}
