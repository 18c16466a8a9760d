/** The badge's text and the label of its button, by the primary subtag of a language. */
export const badgeWords: Record<string, readonly [text: string, restart: string]> = {
  en: ['Preview: sample data, nothing is sent', 'Start again'],
  ar: ['معاينة: بيانات تجريبية، ولا يُرسَل أي شيء', 'البدء من جديد'],
  de: ['Vorschau: Beispieldaten, nichts wird gesendet', 'Von vorn'],
  es: ['Vista previa: datos de ejemplo, no se envía nada', 'Empezar de nuevo'],
  fr: ['Aperçu : données d’exemple, rien n’est envoyé', 'Recommencer'],
  he: ['תצוגה מקדימה: נתונים לדוגמה, שום דבר לא נשלח', 'להתחיל מחדש'],
  it: ['Anteprima: dati di esempio, non viene inviato nulla', 'Ricomincia'],
  ja: ['プレビュー：サンプルデータです。何も送信されません', '最初から'],
  nl: ['Voorbeeld: verzonnen gegevens, er wordt niets verzonden', 'Opnieuw beginnen'],
  pt: ['Prévia: dados de exemplo, nada é enviado', 'Recomeçar'],
  zh: ['预览：示例数据，不会发送任何内容', '重新开始'],
};
