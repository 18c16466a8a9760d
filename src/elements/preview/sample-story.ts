/** The collection and the timeline of the preview. */
export interface SampleStory {
  name: string;
  description: string;
  /** Titles and texts, the newest first. */
  entries: readonly (readonly [title: string, content: string])[];
}

/** By the language of the words; in English for those without. */
export const sampleStories: Record<string, SampleStory> = {
  en: {
    name: 'Sample collection',
    description: 'Here shoppers read how your collection came to be.',
    entries: [
      ['On its way', 'The first fifty pieces are leaving the workshop today.'],
      ['Made by hand', 'Four hours and two pairs of hands for each piece.'],
      ['The right cloth', 'Linen from a small mill. We had tried nine others before.'],
      ['The first sketch', 'A pencil, a sheet of paper, and an idea that would not go away.'],
    ],
  },
  ar: {
    name: 'مجموعة تجريبية',
    description: 'هنا يقرأ المتسوقون كيف نشأت مجموعتك.',
    entries: [
      ['في الطريق إليكم', 'أول خمسين قطعة تغادر الورشة اليوم.'],
      ['صُنع يدويًا', 'أربع ساعات وأربع أيادٍ لكل قطعة.'],
      ['القماش المناسب', 'كتان من معمل صغير، بعد أن جرّبنا تسعة أقمشة قبله.'],
      ['الرسم الأول', 'قلم وورقة وفكرة لم تفارقنا.'],
    ],
  },
  de: {
    name: 'Beispielkollektion',
    description: 'Hier lesen Kundinnen und Kunden, wie deine Kollektion entstanden ist.',
    entries: [
      ['Unterwegs', 'Heute verlassen die ersten fünfzig Stücke die Werkstatt.'],
      ['Von Hand gemacht', 'Vier Stunden und zwei Paar Hände für jedes Stück.'],
      ['Der richtige Stoff', 'Leinen aus einer kleinen Weberei. Neun andere hatten wir vorher probiert.'],
      ['Die erste Skizze', 'Ein Bleistift, ein Blatt Papier und eine Idee, die nicht mehr wegging.'],
    ],
  },
  es: {
    name: 'Colección de ejemplo',
    description: 'Aquí los clientes leen cómo nació tu colección.',
    entries: [
      ['En camino', 'Las primeras cincuenta piezas salen hoy del taller.'],
      ['Hecho a mano', 'Cuatro horas y dos pares de manos para cada pieza.'],
      ['La tela adecuada', 'Lino de un pequeño telar. Antes habíamos probado otros nueve.'],
      ['El primer boceto', 'Un lápiz, una hoja de papel y una idea que no se iba.'],
    ],
  },
  fr: {
    name: 'Collection d’exemple',
    description: 'Ici, les clients lisent comment votre collection est née.',
    entries: [
      ['En route', 'Les cinquante premières pièces quittent l’atelier aujourd’hui.'],
      ['Fait à la main', 'Quatre heures et deux paires de mains pour chaque pièce.'],
      ['Le bon tissu', 'Du lin d’un petit tissage. Nous en avions essayé neuf autres avant.'],
      ['Le premier croquis', 'Un crayon, une feuille de papier et une idée qui ne nous quittait plus.'],
    ],
  },
  he: {
    name: 'קולקציה לדוגמה',
    description: 'כאן הקונים קוראים איך נולדה הקולקציה שלך.',
    entries: [
      ['בדרך', 'חמישים הפריטים הראשונים יוצאים היום מהסדנה.'],
      ['בעבודת יד', 'ארבע שעות ושני זוגות ידיים לכל פריט.'],
      ['הבד הנכון', 'פשתן מאריגייה קטנה, אחרי תשעה בדים אחרים שניסינו.'],
      ['הסקיצה הראשונה', 'עיפרון, דף נייר ורעיון שלא הרפה.'],
    ],
  },
  it: {
    name: 'Collezione di esempio',
    description: 'Qui i clienti leggono come è nata la tua collezione.',
    entries: [
      ['In viaggio', 'I primi cinquanta pezzi lasciano oggi il laboratorio.'],
      ['Fatto a mano', 'Quattro ore e due paia di mani per ogni pezzo.'],
      ['Il tessuto giusto', 'Lino di una piccola tessitura. Prima ne avevamo provati altri nove.'],
      ['Il primo schizzo', 'Una matita, un foglio di carta e un’idea che non se ne andava.'],
    ],
  },
  ja: {
    name: 'サンプルコレクション',
    description: 'コレクションが生まれるまでの物語を、ここでお客様にお届けします。',
    entries: [
      ['まもなくお届け', '最初の50点が、今日工房を旅立ちます。'],
      ['ひとつずつ手仕事で', '1点につき、ふたりがかりで4時間。'],
      ['ぴったりの生地', '小さな織元のリネン。出会うまでに9種類を試しました。'],
      ['最初のスケッチ', '鉛筆と紙、そして頭から離れないアイデア。'],
    ],
  },
  nl: {
    name: 'Voorbeeldcollectie',
    description: 'Hier lezen klanten hoe je collectie is ontstaan.',
    entries: [
      ['Onderweg', 'Vandaag verlaten de eerste vijftig stuks het atelier.'],
      ['Met de hand gemaakt', 'Vier uur en twee paar handen voor elk stuk.'],
      ['De juiste stof', 'Linnen van een kleine weverij. We hadden er al negen geprobeerd.'],
      ['De eerste schets', 'Een potlood, een vel papier en een idee dat niet wegging.'],
    ],
  },
  'pt-BR': {
    name: 'Coleção de exemplo',
    description: 'Aqui os clientes leem como a sua coleção surgiu.',
    entries: [
      ['A caminho', 'As primeiras cinquenta peças saem hoje do ateliê.'],
      ['Feito à mão', 'Quatro horas e dois pares de mãos para cada peça.'],
      ['O tecido certo', 'Linho de uma pequena tecelagem. Antes dele, testamos outros nove.'],
      ['O primeiro esboço', 'Um lápis, uma folha de papel e uma ideia que não ia embora.'],
    ],
  },
  'zh-CN': {
    name: '示例系列',
    description: '顾客可以在这里读到您的系列如何诞生。',
    entries: [
      ['启程', '首批五十件作品今天离开工坊。'],
      ['手工制作', '每一件都要两个人用四个小时完成。'],
      ['合适的面料', '来自一家小织厂的亚麻，此前我们试过九种。'],
      ['第一张草图', '一支铅笔，一张纸，和一个挥之不去的想法。'],
    ],
  },
};
