/**
 * The blocks in the editor: a sketch with a badge, drawn without the elements, so that nothing is sent and nothing kept.
 * What there is to set comes from the plugin's table (includes/elements.php).
 * https://developer.wordpress.org/block-editor/getting-started/fundamentals/javascript-in-the-block-editor/
 */
(({ blocks, element, blockEditor, components }, { elements, words }) => {
  const el = element.createElement;
  const { PanelBody, SelectControl, TextControl, TextareaControl, ToggleControl } = components;

  /** The field of the sidebar for one attribute. */
  const control = ([name, [kind, label, choices]], { attributes, setAttributes }) => {
    const shared = {
      key: name,
      label,
      // What newer versions of WordPress look like; older ones do not know it.
      __nextHasNoMarginBottom: true,
      __next40pxDefaultSize: true,
      onChange: (value) => setAttributes({ [name]: value === '' || value === false ? undefined : value }),
    };
    const value = attributes[name] ?? '';
    if (kind === 'flag') return el(ToggleControl, { ...shared, checked: Boolean(value) });
    if (kind === 'json') return el(TextareaControl, { ...shared, value });
    if (kind !== 'choice')
      return el(TextControl, { ...shared, value, type: kind === 'number' ? kind : 'text' });
    const options = [['', words.standard], ...Object.entries(choices)];
    return el(SelectControl, {
      ...shared,
      value,
      options: options.map(([choice, text]) => ({ value: choice, label: text })),
    });
  };

  /** As the theme draws them: its rules for headings, and the classes that its rules for buttons have. */
  const tags = { heading: 'h2' };
  const classes = { button: 'wp-block-button__link wp-element-button' };

  /** One line of the sketch; a text of the author stands in for the sample. */
  const line = ([kind, text], index, attributes) =>
    el(
      tags[kind] ?? 'div',
      { key: index, className: `storefront-elements-${kind} ${classes[kind] ?? ''}`.trim() },
      attributes[kind] || text,
    );

  /** The sidebar. */
  const settings = ({ attributes: known, main, texts }, props) => {
    const isMain = ([name]) => main.includes(name);
    const all = Object.entries(known);
    const fields = Object.entries(texts).map(([name, label]) => [name, ['text', label]]);
    const panel = (title, initialOpen, list) =>
      el(
        PanelBody,
        { key: title, title, initialOpen },
        list.map((each) => control(each, props)),
      );
    return el(
      blockEditor.InspectorControls,
      { key: 'settings' },
      panel(words.settings, true, [...all.filter(isMain), ...fields]),
      panel(
        words.further,
        false,
        all.filter((each) => !isMain(each)),
      ),
    );
  };

  /** What stands in the page's place. */
  const preview = ({ needs, missing, sketch }, { attributes }, title) => {
    const isClear = needs.some((name) => attributes[name]);
    const problems = [words.gateway, isClear ? '' : missing].filter(Boolean);
    return el(
      'div',
      { key: 'preview', ...blockEditor.useBlockProps({ className: 'storefront-elements-preview' }) },
      el(
        'p',
        { className: 'storefront-elements-note' },
        el('strong', {}, `${words.badge}: ${title}`),
        ` ${words.note}`,
      ),
      problems.map((text) => el('p', { key: text, className: 'storefront-elements-problem' }, text)),
      sketch.map((each, index) => line(each, index, attributes)),
    );
  };

  for (const [tag, known] of Object.entries(elements)) {
    const name = `storefront-elements/${tag}`;
    blocks.registerBlockType(name, {
      edit: (props) => [settings(known, props), preview(known, props, blocks.getBlockType(name).title)],
      // The server draws it.
      save: () => null,
    });
  }
})(window.wp, window.storefrontElementsEditor);
