/// The part of Core Data's interface that the snippets of lessons and articles use, as Apple documents it, and what else
/// Foundation lacks on Linux. Nothing in it runs.
enum SnippetStub {
  static let coreData = """
    import Foundation

    public protocol NSFetchRequestResult {}
    public final class NSManagedObjectID: NSObject, NSFetchRequestResult, @unchecked Sendable {
      public func uriRepresentation() -> URL { fatalError() }
      public var isTemporaryID: Bool { fatalError() }
      public var entity: NSEntityDescription { fatalError() }
    }
    open class NSManagedObject: NSObject, NSFetchRequestResult {
      public convenience init(context: NSManagedObjectContext) { fatalError() }
      public required override init() {}
      open func awakeFromInsert() {}
      open func awakeFromFetch() {}
      open func willSave() {}
      open func didSave() {}
      open func prepareForDeletion() {}
      open func validateForInsert() throws {}
      open func validateForUpdate() throws {}
      open func validateForDelete() throws {}
      open func setPrimitiveValue(_ value: Any?, forKey key: String) {}
      open func primitiveValue(forKey key: String) -> Any? { fatalError() }
      open func value(forKey key: String) -> Any? { fatalError() }
      open func setValue(_ value: Any?, forKey key: String) {}
      open func changedValues() -> [String: Any] { fatalError() }
      open func committedValues(forKeys keys: [String]?) -> [String: Any] { fatalError() }
      open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { fatalError() }
      open var objectID: NSManagedObjectID { fatalError() }
      open var managedObjectContext: NSManagedObjectContext? { fatalError() }
      open var isDeleted: Bool { fatalError() }
      open var isInserted: Bool { fatalError() }
      open var isFault: Bool { fatalError() }
      open var hasChanges: Bool { fatalError() }
    }
    open class NSPersistentStoreRequest: NSObject {
      open var affectedStores: [NSPersistentStore]?
    }
    open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
      public override init() {}
      public convenience init(entityName: String) { fatalError() }
      open var entity: NSEntityDescription?
      open var predicate: NSPredicate?
      open var sortDescriptors: [NSSortDescriptor]?
      open var fetchLimit: Int = 0
      open var fetchOffset: Int = 0
      open var fetchBatchSize: Int = 0
      open var includesSubentities: Bool = true
      open var includesPendingChanges: Bool = true
      open var returnsObjectsAsFaults: Bool = true
      open var resultType: NSFetchRequestResultType = .managedObjectResultType
      open var propertiesToFetch: [Any]?
      open var relationshipKeyPathsForPrefetching: [String]?
    }
    public struct NSFetchRequestResultType: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }
      public static let managedObjectResultType = NSFetchRequestResultType([])
      public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
      public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
      public static let countResultType = NSFetchRequestResultType(rawValue: 4)
    }
    open class NSManagedObjectContext: NSObject, @unchecked Sendable {
      public enum ScheduledTaskType { case immediate, enqueued }
      public init(concurrencyType: NSManagedObjectContextConcurrencyType) {}
      open func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] { fatalError() }
      open func count<T>(for request: NSFetchRequest<T>) throws -> Int { fatalError() }
      open func save() throws {}
      open func rollback() {}
      open func reset() {}
      open func undo() {}
      open func redo() {}
      open func delete(_ object: NSManagedObject) {}
      open func insert(_ object: NSManagedObject) {}
      open func refresh(_ object: NSManagedObject, mergeChanges: Bool) {}
      open func refreshAllObjects() {}
      open func processPendingChanges() {}
      open func object(with objectID: NSManagedObjectID) -> NSManagedObject { fatalError() }
      open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject { fatalError() }
      open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { fatalError() }
      open func assign(_ object: Any, to store: NSPersistentStore) {}
      open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {}
      open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult { fatalError() }
      open func perform<T>(
        schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws -> T
      ) async rethrows -> T { fatalError() }
      open func performAndWait<T>(_ block: () throws -> T) rethrows -> T { fatalError() }
      open func mergeChanges(fromContextDidSave notification: Notification) {}
      open class func mergeChanges(
        fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
      ) {}
      open var hasChanges: Bool { fatalError() }
      open var parent: NSManagedObjectContext?
      open var undoManager: UndoManager?
      open var mergePolicy: Any = 0
      open var automaticallyMergesChangesFromParent: Bool = false
      open var shouldDeleteInaccessibleFaults: Bool = true
      open var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    }
    public enum NSManagedObjectContextConcurrencyType { case privateQueueConcurrencyType, mainQueueConcurrencyType }
    open class NSMergePolicy: NSObject, @unchecked Sendable {
      public static let error = NSMergePolicy()
      public static let rollback = NSMergePolicy()
      public static let overwrite = NSMergePolicy()
      public static let mergeByPropertyObjectTrump = NSMergePolicy()
      public static let mergeByPropertyStoreTrump = NSMergePolicy()
    }
    open class NSPersistentStoreResult: NSObject {}
    open class NSPersistentHistoryToken: NSObject {}
    open class NSPersistentHistoryTransaction: NSObject {
      open var author: String? { fatalError() }
      open var token: NSPersistentHistoryToken { fatalError() }
      open func objectIDNotification() -> Notification { fatalError() }
    }
    open class NSPersistentHistoryResult: NSPersistentStoreResult { open var result: Any? { fatalError() } }
    open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
      open class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { fatalError() }
      open class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self { fatalError() }
    }
    public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
    public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
      "NSPersistentStoreRemoteChangeNotificationPostOptionKey"
    open class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject {
      public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
      ) {}
      open func performFetch() throws {}
    }
    open class NSBatchUpdateResult: NSPersistentStoreResult { open var result: Any? }
    open class NSBatchDeleteResult: NSPersistentStoreResult { open var result: Any? }
    public enum NSBatchUpdateRequestResultType { case statusOnlyResultType, updatedObjectIDsResultType, updatedObjectsCountResultType }
    public enum NSBatchDeleteRequestResultType { case resultTypeStatusOnly, resultTypeObjectIDs, resultTypeCount }
    open class NSBatchUpdateRequest: NSPersistentStoreRequest {
      public init(entityName: String) {}
      open var predicate: NSPredicate?
      open var propertiesToUpdate: [AnyHashable: Any]?
      open var resultType: NSBatchUpdateRequestResultType = .statusOnlyResultType
    }
    open class NSBatchDeleteRequest: NSPersistentStoreRequest {
      public init(fetchRequest: NSFetchRequest<NSFetchRequestResult>) {}
      open var resultType: NSBatchDeleteRequestResultType = .resultTypeStatusOnly
    }

    open class NSPersistentStore: NSObject { open var url: URL? }
    open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
      open var persistentStores: [NSPersistentStore] { fatalError() }
      open func persistentStore(for url: URL) -> NSPersistentStore? { fatalError() }
      open class func metadataForPersistentStore(
        ofType: String, at url: URL, options: [AnyHashable: Any]? = nil
      ) throws -> [String: Any] { fatalError() }
    }
    public let NSSQLiteStoreType = "SQLite"
    open class NSPersistentStoreDescription: NSObject {
      public init(url: URL) {}
      open var url: URL?
      open var configuration: String?
      open var shouldMigrateStoreAutomatically: Bool = true
      open var shouldInferMappingModelAutomatically: Bool = true
      open var shouldAddStoreAsynchronously: Bool = false
      open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?
      open func setOption(_ option: NSObject?, forKey key: String) {}
    }
    public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOption"
    open class NSStagedMigrationManager: NSObject {
      public init(_ stages: [NSMigrationStage]) {}
      open var stages: [NSMigrationStage] { fatalError() }
      open var container: NSPersistentContainer? { fatalError() }
    }
    open class NSMigrationStage: NSObject { open var label: String? }
    open class NSLightweightMigrationStage: NSMigrationStage { public init(_ versionChecksums: [String]) {} }
    open class NSCustomMigrationStage: NSMigrationStage {
      public init(
        migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
      ) {}
      open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
      open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    }
    open class NSManagedObjectModelReference: NSObject {
      public init(fileURL: URL, versionChecksum: String) {}
      public init(name: String, in bundle: Bundle?, versionChecksum: String) {}
      open var versionChecksum: String { fatalError() }
    }
    open class NSPersistentCloudKitContainerOptions: NSObject { public init(containerIdentifier: String) {} }
    open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {}
    open class NSPersistentContainer: NSObject, @unchecked Sendable {
      public init(name: String) {}
      public init(name: String, managedObjectModel: NSManagedObjectModel) {}
      open var viewContext: NSManagedObjectContext { fatalError() }
      open var persistentStoreDescriptions: [NSPersistentStoreDescription] = []
      open var persistentStoreCoordinator: NSPersistentStoreCoordinator { fatalError() }
      open func newBackgroundContext() -> NSManagedObjectContext { fatalError() }
      open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
      ) {}
      open func performBackgroundTask<T>(_ block: @escaping (NSManagedObjectContext) throws -> T) async rethrows -> T {
        fatalError()
      }
    }
    open class NSManagedObjectModel: NSObject {
      public override init() {}
      public init?(contentsOf url: URL) {}
      open var entities: [NSEntityDescription] = []
      open var versionChecksum: String { fatalError() }
      open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<NSFetchRequestResult>? { fatalError() }
      open func fetchRequestFromTemplate(
        withName name: String, substitutionVariables variables: [String: Any]
      ) -> NSFetchRequest<NSFetchRequestResult>? { fatalError() }
      open func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
      ) -> Bool { fatalError() }
    }
    open class NSPropertyDescription: NSObject {
      open var name: String = ""
      open var isOptional: Bool = true
      open var isTransient: Bool = false
      open var renamingIdentifier: String?
      open var userInfo: [AnyHashable: Any]?
    }
    open class NSEntityDescription: NSObject {
      open var name: String?
      open var properties: [NSPropertyDescription] = []
      open var uniquenessConstraints: [[Any]] = []
      open var isAbstract: Bool = false
    }
    open class NSRelationshipDescription: NSPropertyDescription {
      open var destinationEntity: NSEntityDescription?
      open var inverseRelationship: NSRelationshipDescription?
      open var minCount: Int = 0
      open var maxCount: Int = 0
      open var deleteRule: NSDeleteRule = .nullifyDeleteRule
      open var isOrdered: Bool = false
    }
    public enum NSDeleteRule: UInt { case noActionDeleteRule, nullifyDeleteRule, cascadeDeleteRule, denyDeleteRule }
    open class NSFetchedPropertyDescription: NSPropertyDescription {
      open var fetchRequest: NSFetchRequest<NSFetchRequestResult>?
    }
    public let NSValidationMultipleErrorsError = 1560
    public let NSValidationMissingMandatoryPropertyError = 1570
    public let NSValidationRelationshipDeniedDeleteError = 1600
    public let NSManagedObjectReferentialIntegrityError = 133000
    public let NSManagedObjectMergeError = 133020
    public let NSDetailedErrorsKey = "NSDetailedErrors"
    public let NSValidationKeyErrorKey = "NSValidationErrorKey"
    public let NSValidationObjectErrorKey = "NSValidationErrorObject"
    public let NSUpdatedObjectsKey = "updated"
    public let NSDeletedObjectsKey = "deleted"
    public let NSInsertedObjectsKey = "inserted"

    open class NSPredicate: NSObject {
      public init(format: String, _ arguments: Any...) {}
      public init(value: Bool) {}
    }
    open class NSExpression: NSObject { public init(format: String, _ arguments: Any...) {} }
    open class NSSortDescriptor: NSObject {
      public init(key: String?, ascending: Bool) {}
      public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {}
    }
    open class UndoManager: NSObject {
      open func undo() {}
      open func redo() {}
      open func beginUndoGrouping() {}
      open func endUndoGrouping() {}
    }
    public struct AutoreleasingUnsafeMutablePointer<Pointee> { public var pointee: Pointee }
    open class UIColor: NSObject {
      public override init() {}
      public convenience init(rgbBytes: Data) { self.init() }
      public var rgbBytes: [UInt8] { fatalError() }
    }
    public struct NSValueTransformerName { public init(_ name: String) {} }
    open class ValueTransformer: NSObject {
      open class func transformedValueClass() -> AnyClass { fatalError() }
      open class func allowsReverseTransformation() -> Bool { fatalError() }
      open func transformedValue(_ value: Any?) -> Any? { fatalError() }
      open func reverseTransformedValue(_ value: Any?) -> Any? { fatalError() }
      public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {}
    }
    """

  /// The part of SwiftData's and SwiftUI's interface that the snippets of lessons use, as Apple documents it. The macros are
  /// expanded by the plugin of `SwiftTypeCheck`.
  static let swiftData = """
    import Foundation

    public protocol PersistentModel: AnyObject, Identifiable {}
    extension PersistentModel { public var persistentModelID: PersistentIdentifier { fatalError() } }
    public struct PersistentIdentifier: Hashable, Sendable {}
    @attached(extension, conformances: PersistentModel)
    public macro Model() = #externalMacro(module: "Stub", type: "LocalModel")
    @attached(peer)
    public macro Attribute(
      _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
    ) = #externalMacro(module: "Stub", type: "Nothing")
    @attached(peer)
    public macro Relationship(
      _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
      minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
      inverse: AnyKeyPath? = nil, hashModifier: String? = nil
    ) = #externalMacro(module: "Stub", type: "Nothing")
    @attached(member, names: named(modelExecutor), named(modelContainer), named(init))
    @attached(extension, conformances: ModelActor)
    public macro ModelActor() = #externalMacro(module: "Stub", type: "ModelActor")
    public enum Schema {
      public struct Version: Sendable { public init(_ major: Int, _ minor: Int, _ patch: Int) {} }
      public enum Attribute {
        public struct Option { public static var unique: Option { fatalError() } }
      }
      public enum Relationship {
        public struct Option { public static var unique: Option { fatalError() } }
        public enum DeleteRule { case noAction, nullify, cascade, deny }
      }
    }
    public final class ModelContainer: @unchecked Sendable {
      public init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
      ) throws {}
      @MainActor public var mainContext: ModelContext { fatalError() }
    }
    public struct ModelConfiguration { public init(isStoredInMemoryOnly: Bool) {} }
    public final class ModelContext {
      public init(_ container: ModelContainer) {}
      public var autosaveEnabled: Bool { get { fatalError() } set {} }
      public var hasChanges: Bool { fatalError() }
      public func insert<T: PersistentModel>(_ model: T) {}
      public func delete<T: PersistentModel>(_ model: T) {}
      public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] { fatalError() }
      public func save() throws {}
      public func rollback() {}
    }
    @available(*, unavailable)
    extension ModelContext: Sendable {}
    public struct FetchDescriptor<T: PersistentModel> {
      public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {}
      public var fetchLimit: Int?
    }
    public protocol ModelExecutor: AnyObject, SerialExecutor { var modelContext: ModelContext { get } }
    public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
      public let modelContext: ModelContext
      public init(modelContext: ModelContext) { self.modelContext = modelContext }
      public func enqueue(_ job: consuming ExecutorJob) {}
    }
    public protocol ModelActor: Actor {
      nonisolated var modelContainer: ModelContainer { get }
      nonisolated var modelExecutor: any ModelExecutor { get }
    }
    extension ModelActor { public var modelContext: ModelContext { modelExecutor.modelContext } }
    public protocol VersionedSchema {
      static var versionIdentifier: Schema.Version { get }
      static var models: [any PersistentModel.Type] { get }
    }
    public enum MigrationStage: Sendable {
      case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
      case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (ModelContext) throws -> Void)?)
    }
    public protocol SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { get }
      static var stages: [MigrationStage] { get }
    }

    @MainActor public protocol View {
      associatedtype Body: View
      @ViewBuilder var body: Body { get }
    }
    extension Never: View { public var body: Never { fatalError() } }
    @resultBuilder public enum ViewBuilder {
      public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    }
    public struct Text: View {
      public init<S: StringProtocol>(_ content: S) {}
      public var body: Never { fatalError() }
    }
    public struct List<Data: RandomAccessCollection, Row: View>: View where Data.Element: Identifiable {
      public init(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row) {}
      public var body: Never { fatalError() }
    }
    public struct FetchedResults<Result: NSFetchRequestResult>: RandomAccessCollection {
      public var startIndex: Int { fatalError() }
      public var endIndex: Int { fatalError() }
      public subscript(position: Int) -> Result { fatalError() }
    }
    @MainActor @propertyWrapper public struct FetchRequest<Result: NSFetchRequestResult> {
      public init(sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil) {}
      public var wrappedValue: FetchedResults<Result> { fatalError() }
    }
    /// A macro of SwiftData's, whose property reads the results.
    @MainActor @propertyWrapper public struct Query<Element: PersistentModel> {
      public init<Value: Comparable>(filter: Predicate<Element>? = nil, sort: KeyPath<Element, Value>) {}
      public var wrappedValue: [Element] { fatalError() }
    }
    public final class WidgetCenter: @unchecked Sendable {
      public static let shared = WidgetCenter()
      public func reloadTimelines(ofKind kind: String) {}
    }
    extension FileManager {
      public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { fatalError() }
    }
    """
}
